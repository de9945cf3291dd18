import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lintRules } from '@antiphon/lint'
import { expect, test } from 'vitest'
import { callExamples } from './call-examples.js'
import { orderExamples } from './order-examples.js'
import { partExamples } from './part-examples.js'
import { shapeExamples } from './shape-examples.js'
import { thinkingExamples } from './thinking-examples.js'

const examples = [...shapeExamples, ...callExamples, ...orderExamples, ...thinkingExamples, ...partExamples]

function row({ name, about }: { name: string; about: string }): string {
  const own = examples.filter(({ rule }) => rule === name)
  const severities = [...new Set(own.map(({ severity }) => severity))].join(', ')
  return `| \`${name}\` | ${about} | ${severities} | ${own.some(({ fix }) => fix !== undefined) ? 'yes' : ''} |`
}

test('docs/lint.md lists every rule with what it looks for, how bad it is and whether it can be mended', () => {
  const docs = readFileSync(join(import.meta.dirname, '../../../docs/lint.md'), 'utf8')
  const [, tables = ''] = docs.split('\n## The rules\n')
  const rows = tables.split('\n').filter((line) => line.startsWith('| `'))
  expect(rows).toEqual(lintRules.map(row))
})
