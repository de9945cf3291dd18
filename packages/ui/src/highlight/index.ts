export { highlight, type HighlightOptions } from './highlight.js'
export { highlightedLanguages, type LineParser } from './languages.js'
