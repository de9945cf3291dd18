/** The entry `@antiphon/core/export`: a transcript as text to read. JSON of each system is `@antiphon/core/formats`, a page `@antiphon/ui/export`. */
export { exportLabels, type ExportLabels } from './export-labels.js'
export { exportMarkdown, exportText, type ExportTextOptions } from './export-text.js'
