import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../projects/shared.js'
import { expressionsOf, slowText, type Expression } from './expression-cost.js'

/** Files whose expressions may take longer, because what they are given is short. */
const SHORT: Record<string, string> = {
  'cli/view/places.ts': 'paths that the operating system has',
  'core/provider/profiles/models.ts': 'the first 200 characters of the id of a model',
  'endpoint/scenarios/titler.ts': 'what a person typed into the demo',
  'endpoint/scenarios/tour.ts': 'what a person typed into the demo',
  'endpoint/script/looks-failed.ts': 'the first 500 characters of a result',
  'sessions/session-files.ts': 'paths of at most 4,096 characters',
  'transcripts/text/refusal.ts': 'the first 16,384 characters of a file',
  'server/static-files.ts': 'paths of the files of an app',
}

const slow = (all: readonly Expression[]): string[] =>
  all.flatMap((expression) => {
    const text = slowText(expression)
    return text === undefined
      ? []
      : [`${expression.file}: /${expression.pattern}/${expression.flags} at ${JSON.stringify(text)}`]
  })

describe('regular expressions of the packages', () => {
  it.each(readdirSync(join(root, 'packages')))('those of %s take linear time on long runs', (name) => {
    const all = expressionsOf(join(root, 'packages', name, 'src'))
    expect(slow(all.filter(({ file }) => !(`${name}/${file}` in SHORT)))).toEqual([])
  })

  it('are found in almost every package', () => {
    const read = readdirSync(join(root, 'packages')).filter(
      (name) => expressionsOf(join(root, 'packages', name, 'src')).length > 0,
    )
    expect(read.length).toBeGreaterThan(12)
  })

  it.each([
    ['^\\uFEFF?\\s*(?:data:)?\\s*(?=\\{)', ''],
    ['<A>\\s*([^]*?)\\s*<\\/A>', ''],
    ['<(b|i)>[^]*?<\\/\\1>', 'g'],
  ])('sees that /%s/%s does not', (pattern, flags) => {
    expect(slow([{ pattern, flags, file: '' }])).toHaveLength(1)
  })
})
