import { constants, functions } from './functions.js'
import { tokenize, type Token } from './tokenize.js'

const LONGEST = 500
const DEEPEST = 60

/**
 * The value of an arithmetic expression: `+ - * / % ^`, parentheses, and the names in `functions.ts`. `^` binds tightest
 * and to the right, `-2^2` is -4, `%` is the remainder. Reads the text itself; nothing is ever run as code.
 *
 * @throws Error with what is wrong and where.
 */
export function evaluate(expression: string): number {
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
