import { describe, expect, it } from 'vitest'
import { english } from './english.js'
import { german } from './german.js'
import { languageOf } from './language.js'

/** Every word by its path, functions called with figures, or with marks where they take text. */
function entries(table: object, path = ''): [string, string][] {
  return Object.entries(table).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    const at = path ? `${path}.${key}` : key
    if (typeof value === 'string') return [[at, value]]
    if (typeof value === 'function') {
      const marks = ['{0}', '{1}', '{2}'] as const
      return [[at, (value as (...args: unknown[]) => string)(...marks)]]
    }
    return typeof value === 'object' && value !== null ? entries(value, at) : []
  })
}

/** Names of things, and words that both languages share. */
const shared =
  /^(\{\d\}|Name|Top P|Code|Markdown|App|Parameter|OpenAI Responses|Anthropic Messages|Gemini|Ollama|English|Deutsch|Version \{0\}|HTTP \d+|\{0\} s|\{0\}, \{1\}|\{0\} \(.*\)|null oder.*|Agent|Start|.{0,2})$/

describe('the German words of the demo', () => {
  it('have every entry of the English ones, with every figure in it', () => {
    const shape = (table: object) =>
      new Map(entries(table).map(([path, text]) => [path, [...new Set(text.match(/\{\d\}/g))].sort()]))
    expect(shape(german)).toEqual(shape(english))
  })

  it('are German', () => {
    const words = new Map(entries(german))
    const same = entries(english).filter(([path, text]) => words.get(path) === text && !shared.test(text))
    expect(same).toEqual([])
  })
})

describe('the language of the page', () => {
  it.each([
    [null, ['de-AT', 'en'], 'de'],
    ['auto', ['fr-FR', 'de', 'en'], 'de'],
    ['auto', ['fr-FR'], 'en'],
    ['en', ['de-DE'], 'en'],
    ['de', ['en-GB'], 'de'],
    ['tlh', ['de-DE'], 'en'],
  ] as const)('chosen %s, of the browser %j: %s', (choice, wanted, language) => {
    expect(languageOf(choice, wanted)).toBe(language)
  })
})
