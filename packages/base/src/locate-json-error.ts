import { createJsonTokenizer, NUMBER, type JsonFault, type JsonPlace } from './json-tokenizer.js'

/** Where a text stops being JSON, and what was expected there. */
export interface JsonErrorPlace {
  /** UTF-16 offset; the length of the text when it ends too early. */
  position: number
  expected: string
}

const EXPECTED: Record<JsonPlace, string> = {
  value: 'a value',
  firstItem: 'a value',
  firstKey: 'a key in double quotes or "}"',
  key: 'a key in double quotes',
  colon: '":"',
  afterItem: '"," or "]"',
  afterField: '"," or "}"',
  afterAll: 'the end',
  string: 'an escaped control character',
  escape: 'a valid escape',
  word: 'a value',
  number: 'a value',
}

/**
 * Finds the first place at which `text` is not JSON; undefined when it is JSON. Use it for error messages only.
 * `JSON.parse` decides what is JSON, but its messages differ between engines and often name no place.
 */
export function locateJsonError(text: string): JsonErrorPlace | undefined {
  const containers: ('afterItem' | 'afterField')[] = []
  const tokenizer = createJsonTokenizer({
    open: (isList) => void containers.push(isList ? 'afterItem' : 'afterField'),
    close: () => void containers.pop(),
  })
  const fault = tokenizer.push(text) ?? tokenizer.end()
  return fault && describe(fault, containers.at(-1) ?? 'afterAll')
}

/** A person looks for the wrong token, not for the character in it that is wrong. */
function describe(fault: JsonFault, after: JsonPlace): JsonErrorPlace {
  const { place, at, found, start, text } = fault
  if (place === 'string' && found === undefined) return { position: at, expected: 'the end of a string' }
  const number = place === 'number' ? NUMBER.exec(text)?.[0] : undefined
  if (number) return { position: start + number.length, expected: EXPECTED[after] }
  const isToken = place === 'escape' || place === 'word' || place === 'number'
  return { position: isToken ? start : at, expected: EXPECTED[place] }
}
