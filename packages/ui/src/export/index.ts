/** The entry `@antiphon/ui/export`: a transcript as one page. Knows no React, so that it runs in plain Node as well. */
export { exportHtml, type ExportHtmlOptions } from './export-html.js'
