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
export { CodeBlock, type CodeBlockProps } from './code-block.js'
export type { MarkdownComponents } from './context.js'
export { CopyButton, type CopyButtonProps } from './copy-button.js'
export { createMarkdownDoc, type MarkdownDoc } from './doc.js'
export { advanceMarkdown, finishMarkdown } from './grow.js'
export type { MarkdownImageProps } from './image.js'
export type { MarkdownLinkProps } from './link.js'
export { Markdown, type MarkdownProps } from './markdown.js'
export type { ParseOptions } from './options.js'
export { loadEntities } from './parser/entities.js'
export {
  type BlockColors,
  type CodeToken,
  type FenceProps,
  type Highlighter,
  type MarkdownPlugin,
  MarkdownPlugins,
  type MathProps,
} from './plugins.js'
export { plainText } from './plain-text.js'
export { readMarkdown } from './read.js'
export { flat, type Rope } from './rope.js'
export { emptyMarkdown, type MarkdownState } from './state.js'
export { defaultMarkdownStrings, type MarkdownStrings } from './strings.js'
export { type CitedSources, MarkdownSources, type Source } from './sources.js'
export { textTable } from './table-text.js'
export { Table, type TableProps } from './table.js'
export { destination, type ImagePolicy, imageUrl, type LinkPolicy, linkUrl } from './url.js'
