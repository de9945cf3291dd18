/** Every word these components show or speak. Give your own through the `strings` prop. */
export interface MarkdownStrings {
  copy: string
  copied: string
  copyFailed: string
  wrapLines: string
  showAllLines: (lines: number) => string
  showLess: string
  cutOff: string
  /** Name of a code block's scroll area. `lines` is 0 while the block is being written. */
  codeBlock: (language: string, lines: number) => string
  table: string
  copyAsTsv: string
  copyAsMarkdown: string
  image: string
  loadImage: string
  imageBlocked: string
  imageFailed: string
  taskDone: string
  taskOpen: string
}

export const defaultMarkdownStrings: MarkdownStrings = {
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copying failed. Select the text and copy it by hand.',
  wrapLines: 'Wrap lines',
  showAllLines: (lines) => `Show all ${lines.toLocaleString()} lines`,
  showLess: 'Show less',
  cutOff: 'cut off',
  codeBlock: (language, lines) =>
    ['Code block', language, lines > 0 ? `${lines} ${lines === 1 ? 'line' : 'lines'}` : '']
      .filter(Boolean)
      .join(', '),
  table: 'Table',
  copyAsTsv: 'Copy as TSV',
  copyAsMarkdown: 'Copy as Markdown',
  image: 'Image',
  loadImage: 'Load image',
  imageBlocked: 'not loaded',
  imageFailed: 'could not be loaded',
  taskDone: 'Done',
  taskOpen: 'Not done',
}
