import { defineTool } from '@antiphon/core'
import * as z from 'zod'

/** Constants by name. */
const constants: Record<string, number> = { pi: Math.PI, e: Math.E, tau: 2 * Math.PI }

interface MathFunction {
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
const functions: Record<string, MathFunction> = {
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

type Token =
  | { type: 'number'; value: number; at: number }
  | { type: 'name'; text: string; at: number }
  | { type: 'mark'; text: string; at: number }

/** How other writings of an operator are meant. */
const spellings: Record<string, string> = { '×': '*', '·': '*', '÷': '/', '−': '-', '**': '^' }

const pattern =
  /\s+|(?<number>\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|(?<name>[a-z]\w*)|(?<mark>\*\*|[-+*/%^(),×·÷−])/giy

/** Cuts an expression into numbers, names and marks. Throws on anything else, with its place. */
function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  pattern.lastIndex = 0
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex
    const groups = pattern.exec(text)?.groups
    if (!groups) {
      throw new Error(
        `Invalid expression: "${String.fromCodePoint(text.codePointAt(at)!)}" at position ${at + 1} is not part of arithmetic.`,
      )
    }
    const { number, name, mark } = groups
    if (number !== undefined) tokens.push({ type: 'number', value: Number(number), at })
    else if (name !== undefined) tokens.push({ type: 'name', text: name.toLowerCase(), at })
    else if (mark !== undefined) tokens.push({ type: 'mark', text: spellings[mark] ?? mark, at })
  }
  return tokens
}

const LONGEST = 500
const DEEPEST = 60

/**
 * The value of an arithmetic expression: `+ - * / % ^`, parentheses, and the names in `functions.ts`. `^` binds tightest
 * and to the right, `-2^2` is -4, `%` is the remainder. Reads the text itself; nothing is ever run as code.
 *
 * @throws Error with what is wrong and where.
 */
function evaluate(expression: string): number {
  if (expression.trim() === '') throw new Error('Invalid expression: it is empty.')
  if (expression.length > LONGEST)
    throw new Error(`Invalid expression: it is longer than ${LONGEST} characters.`)
  const value = readAll(tokenize(expression))
  if (Number.isNaN(value)) throw new Error('Invalid expression: the result is not a real number.')
  if (!Number.isFinite(value)) throw new Error('Invalid expression: the result is not a finite number.')
  // Fifteen digits is what a double holds; the rest is noise such as 0.30000000000000004.
  return Number(value.toPrecision(15))
}

function readAll(tokens: readonly Token[]): number {
  let at = 0
  let depth = 0

  const mark = (...texts: string[]): string | undefined => {
    const token = tokens[at]
    if (token?.type !== 'mark' || !texts.includes(token.text)) return undefined
    at++
    return token.text
  }
  const fail = (wanted: string): never => {
    const token = tokens[at]
    const found = token ? `"${shown(token)}" at position ${token.at + 1}` : 'the end'
    throw new Error(`Invalid expression: expected ${wanted}, found ${found}.`)
  }

  const sum = (): number => {
    let value = product()
    for (let sign = mark('+', '-'); sign; sign = mark('+', '-')) {
      const next = product()
      value = sign === '+' ? value + next : value - next
    }
    return value
  }
  const product = (): number => {
    let value = signed()
    for (let sign = mark('*', '/', '%'); sign; sign = mark('*', '/', '%')) {
      const next = signed()
      if (next === 0 && sign !== '*') throw new Error('Invalid expression: division by zero.')
      value = sign === '*' ? value * next : sign === '/' ? value / next : value % next
    }
    return value
  }
  const signed = (): number => {
    if (++depth > DEEPEST) throw new Error(`Invalid expression: nested deeper than ${DEEPEST} levels.`)
    const sign = mark('-', '+')
    const value = sign === '-' ? -signed() : sign === '+' ? signed() : power()
    depth--
    return value
  }
  const power = (): number => {
    const base = atom()
    return mark('^') ? base ** signed() : base
  }
  const atom = (): number => {
    const token = tokens[at]
    if (token?.type === 'number') return (at++, token.value)
    if (token?.type === 'name') return (at++, named(token.text))
    if (!mark('(')) return fail('a number, a name or "("')
    const value = sum()
    if (!mark(')')) fail('")"')
    return value
  }
  const named = (name: string): number => {
    const fn = Object.hasOwn(functions, name) ? functions[name] : undefined
    if (!fn) {
      const constant = Object.hasOwn(constants, name) ? constants[name] : undefined
      if (constant !== undefined) return constant
      const known = [...Object.keys(functions), ...Object.keys(constants)].join(', ')
      throw new Error(`Unknown name "${name}". Known: ${known}.`)
    }
    if (!mark('(')) fail(`"(" after ${name}`)
    const args = [sum()]
    while (mark(',')) args.push(sum())
    if (!mark(')')) fail('"," or ")"')
    const [fewest, most] = fn.takes
    if (args.length < fewest || args.length > most) {
      const wanted = fewest === most ? String(fewest) : `${fewest} to ${most}`
      throw new Error(`Invalid expression: ${name} takes ${wanted} arguments, not ${args.length}.`)
    }
    return fn.run(...args)
  }

  const value = sum()
  if (at < tokens.length) fail('an operator')
  return value
}

function shown(token: Token): string {
  return token.type === 'number' ? String(token.value) : token.text
}

export const calculate = defineTool({
  name: 'calculate',
  description:
    'The value of an arithmetic expression with + - * / % ^, parentheses, and functions such as sqrt, round, min, max, ln, sin.',
  parameters: z.object({
    expression: z.string().describe('Such as 2340 * 17 / 100, or sqrt(2) ^ 3. % is the remainder.'),
  }),
  execute: ({ expression }) => ({ result: evaluate(expression) }),
})
