export { exportHtml, type ExportHtmlOptions } from './export-html.js'
export { verifyPage, type PageState } from './page-digest.js'
