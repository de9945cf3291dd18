export type {
  Align,
  BlockNode,
  CodeNode,
  HeadingNode,
  ImageNode,
  Inline,
  InlineRope,
  ItemNode,
  LinkNode,
  ListNode,
  ParagraphNode,
  QuoteNode,
  Row,
  RuleNode,
  TableNode,
} from './ast.js'
export { CodeBlock, type CodeBlockProps } from './render/code-block.js'
export type { MarkdownComponents } from './render/context.js'
export { CopyButton, type CopyButtonProps } from './render/code-block.js'
export { createMarkdownDoc, type MarkdownDoc } from './doc.js'
export { advanceMarkdown, finishMarkdown } from './grow.js'
export type { MarkdownImageProps } from './render/inline.js'
export type { MarkdownLinkProps } from './render/inline.js'
export { Markdown, type MarkdownProps } from './render/markdown.js'
export type { ParseOptions } from './render/markdown.js'
export { loadEntities } from './parser/characters.js'
export {
  type BlockColors,
  type CodeToken,
  type FenceProps,
  type Highlighter,
  type MarkdownPlugin,
  MarkdownPlugins,
  type MarkdownPluginsProps,
  useMarkdownPlugins,
  type MathProps,
} from './render/context.js'
export { plainText } from './plain-text.js'
export { readMarkdown } from './read.js'
export { flat, type Rope } from './stream/state.js'
export { emptyMarkdown, type MarkdownState } from './stream/state.js'
export { defaultMarkdownStrings, type MarkdownStrings } from './render/context.js'
export {
  type CitedSources,
  MarkdownSources,
  type MarkdownSourcesProps,
  type Source,
} from './render/sources.js'
export { textTable } from './render/table.js'
export { Table, type TableProps } from './render/table.js'
export { destination, type ImagePolicy, imageUrl, type LinkPolicy, linkUrl } from './url.js'
