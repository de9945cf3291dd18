/** Every word these components show or speak. Give your own through the `strings` prop. */
export const defaultMarkdownStrings = {
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copying failed. Select the text and copy it by hand.',
  wrapLines: 'Wrap lines',
  /** `shown` is the formatted number: written in a fixed way, so that server and browser agree. */
  showAllLines: (lines: number, shown?: string) => `Show all ${shown ?? lines.toLocaleString('en')} lines`,
  showLess: 'Show less',
  cutOff: 'cut off',
  /** Name of a code block's scroll area. `lines` is 0 while the block is being written. */
  codeBlock: (language: string, lines: number, shown?: string) =>
    [
      'Code block',
      language,
      lines > 0 ? `${shown ?? lines.toLocaleString('en')} ${lines === 1 ? 'line' : 'lines'}` : '',
    ]
      .filter(Boolean)
      .join(', '),
  table: 'Table',
  copyAsTsv: 'Copy as TSV',
  tsv: 'TSV',
  copyAsMarkdown: 'Copy as Markdown',
  markdown: 'Markdown',
  image: 'Image',
  loadImage: 'Load image',
  imageBlocked: 'not loaded',
  imageFailed: 'could not be loaded',
  /** Titles of quotes that begin with `[!NOTE]` and the like. */
  alerts: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Caution' },
  taskDone: 'Done',
  taskOpen: 'Not done',
  /** In front of a formula that could not be set, shown as written. */
  formulaFailed: 'This formula could not be set:',
  footnotes: 'Footnotes',
  /** Name of a mark that leads to a footnote, and of the way back. */
  footnote: (number: number) => `Footnote ${number}`,
  backToText: (number: number) => `Back to the text at footnote ${number}`,
  diagram: 'Diagram',
  diagramFailed: 'This diagram could not be drawn. Here is how it was written:',
  showSource: 'Show source',
  sources: 'Sources',
  /** Name of a mark that leads to a source. */
  source: (number: number, title: string) => `Source ${number}: ${title}`,
}

export type MarkdownStrings = typeof defaultMarkdownStrings
