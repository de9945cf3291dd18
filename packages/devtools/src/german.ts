/** The entry `@antiphon/devtools/german`: `strings={{ inspector: germanInspector, redact: germanRedact }}`. */
export { germanInspector } from './react/german.js'
export { germanRedact } from './react/redact/german.js'
