/** The entry `@antiphon/formats/export`: a transcript as text to read. JSON of each system is `@antiphon/formats`, a page `@antiphon/ui/export`. */
export { exportLabels, type ExportLabels } from './export-text.js'
export { exportMarkdown, exportText, type ExportTextOptions } from './export-text.js'
