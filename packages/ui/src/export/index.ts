export { exportHtml, type ExportHtmlOptions } from './export-html.js'
