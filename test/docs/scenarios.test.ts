import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allScenarios } from '@antiphon/endpoint'
import { expect, test } from 'vitest'
import { root } from './pages.js'

test('the README of the endpoint names every scenario', () => {
  const [, section] = readFileSync(join(root, 'packages/endpoint/README.md'), 'utf8').split(
    '\n## Scenarios\n',
  )
  const names = new Set([...section!.matchAll(/`([\w-]+)`/g)].map(([, name]) => name))
  expect(allScenarios.map(({ id }) => id).filter((id) => !names.has(id))).toEqual([])
})
