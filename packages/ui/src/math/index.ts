export { math, type MathOptions } from './math.js'
export type { Katex } from './math.js'
