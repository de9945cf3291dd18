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
export { CodeBlock } from './render/code-block.js'
export type { MarkdownComponents } from './render/context.js'
export { CopyButton, type CopyButtonProps } from './render/code-block.js'
export { createMarkdownDoc, type MarkdownDoc } from './doc.js'
export { advanceMarkdown, finishMarkdown } from './grow.js'
export { Markdown, type MarkdownProps } from './render/markdown.js'
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
export { emptyMarkdown, type MarkdownState } from './stream/state.js'
export { type CitedSources, MarkdownSources, type MarkdownSourcesProps } from './render/sources.js'
export { textTable } from './render/table.js'
export { Table } from './render/table.js'
export { destination, type ImagePolicy, imageUrl, type LinkPolicy, linkUrl } from './url.js'
export { flat, type Rope } from './rope.js'
export type { ParseOptions } from './parse-options.js'
export { defaultMarkdownStrings, type MarkdownStrings } from './render/markdown-strings.js'
export type {
  CodeBlockProps,
  MarkdownImageProps,
  MarkdownLinkProps,
  TableProps,
  Source,
} from './render/component-props.js'
export { createSourceMap, type SourceMap } from './source-map.js'
