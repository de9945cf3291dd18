/** Names that stand for a number. */
export const constants: Record<string, number> = { pi: Math.PI, e: Math.E, tau: 2 * Math.PI }

export interface MathFunction {
  run(...args: number[]): number
  /** Fewest and most arguments. */
  takes: readonly [number, number]
}

const one = (run: (x: number) => number): MathFunction => ({ run, takes: [1, 1] })
const many = (run: (...all: number[]) => number): MathFunction => ({ run, takes: [1, 50] })

/** Rounds half away from zero, also where binary fractions would not: 1.005 to two digits is 1.01. */
function round(x: number, digits = 0): number {
  const moved = Math.round(Number(`${Math.abs(x)}e${digits}`))
  const rounded = Number(`${moved}e${-digits}`)
  return Number.isNaN(rounded) ? x : Math.sign(x) * rounded
}

/** Functions that an expression may call. Angles are in radians. */
export const functions: Record<string, MathFunction> = {
  sqrt: one(Math.sqrt),
  cbrt: one(Math.cbrt),
  abs: one(Math.abs),
  floor: one(Math.floor),
  ceil: one(Math.ceil),
  trunc: one(Math.trunc),
  exp: one(Math.exp),
  ln: one(Math.log),
  log: one(Math.log10),
  log2: one(Math.log2),
  sin: one(Math.sin),
  cos: one(Math.cos),
  tan: one(Math.tan),
  round: { run: round, takes: [1, 2] },
  pow: { run: (base = NaN, power = NaN) => base ** power, takes: [2, 2] },
  min: many(Math.min),
  max: many(Math.max),
  sum: many((...all) => all.reduce((a, b) => a + b, 0)),
}
