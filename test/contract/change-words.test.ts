import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { changeWords } from '../../packages/providers/src/explain-request.js'
import { expect, test } from 'vitest'

const folder = resolve(import.meta.dirname, '../../packages/core/src/provider/request')

test('every change that the request builder reports of a message has its words', () => {
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
  const rules = sources.flatMap((name) =>
    [...readFileSync(resolve(folder, name), 'utf8').matchAll(/report\('(\w+)', ([^,)]+)/g)]
      // Rules about the body do not change a message.
      .filter(([, , where]) => !/body\.|parameters\./.test(where!))
      .map(([, rule]) => rule!),
  )
  expect(rules.length).toBeGreaterThan(10)
  expect(rules.filter((rule) => !Object.hasOwn(changeWords, rule))).toEqual([])
})
