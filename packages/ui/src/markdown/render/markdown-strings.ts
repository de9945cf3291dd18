/** Every word these components show or speak. Give your own through the `strings` prop. */
export interface MarkdownStrings {
  copy: string
  copied: string
  copyFailed: string
  wrapLines: string
  /** `shown` is the formatted number. */
  showAllLines: (lines: number, shown?: string) => string
  showLess: string
  cutOff: string
  /** Name of a code block's scroll area. `lines` is 0 while the block is being written. */
  codeBlock: (language: string, lines: number, shown?: string) => string
  table: string
  copyAsTsv: string
  copyAsMarkdown: string
  image: string
  loadImage: string
  imageBlocked: string
  imageFailed: string
  /** Titles of quotes that begin with `[!NOTE]` and the like. */
  alerts: Readonly<Record<'note' | 'tip' | 'important' | 'warning' | 'caution', string>>
  taskDone: string
  taskOpen: string
  /** In front of a formula that could not be set, shown as written. */
  formulaFailed: string
  footnotes: string
  /** Name of a mark that leads to a footnote, and of the way back. */
  footnote: (number: number) => string
  backToText: (number: number) => string
  diagram: string
  diagramFailed: string
  showSource: string
  sources: string
  /** Name of a mark that leads to a source. */
  source: (number: number, title: string) => string
}

export const defaultMarkdownStrings: MarkdownStrings = {
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copying failed. Select the text and copy it by hand.',
  wrapLines: 'Wrap lines',
  // A fixed way of writing numbers, so that server and browser agree.
  showAllLines: (lines, shown = lines.toLocaleString('en')) => `Show all ${shown} lines`,
  showLess: 'Show less',
  cutOff: 'cut off',
  codeBlock: (language, lines, shown = lines.toLocaleString('en')) =>
    ['Code block', language, lines > 0 ? `${shown} ${lines === 1 ? 'line' : 'lines'}` : '']
      .filter(Boolean)
      .join(', '),
  table: 'Table',
  copyAsTsv: 'Copy as TSV',
  copyAsMarkdown: 'Copy as Markdown',
  image: 'Image',
  loadImage: 'Load image',
  imageBlocked: 'not loaded',
  imageFailed: 'could not be loaded',
  alerts: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Caution' },
  taskDone: 'Done',
  taskOpen: 'Not done',
  formulaFailed: 'This formula could not be set:',
  footnotes: 'Footnotes',
  footnote: (number) => `Footnote ${number}`,
  backToText: (number) => `Back to the text at footnote ${number}`,
  diagram: 'Diagram',
  diagramFailed: 'This diagram could not be drawn. Here is how it was written:',
  showSource: 'Show source',
  sources: 'Sources',
  source: (number, title) => `Source ${number}: ${title}`,
}
