// @module-tag hunt
import { afterAll, expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, which `pnpm test:hosts` runs without vitest
import { checkTypes, runScript } from '../apps/make-app.mjs'
import { installExample, removeExamples } from './support/example-app.js'

afterAll(removeExamples)

test('the tests of docs/testing.md pass in an app that has only the setting of that page', () => {
  const app = { name: 'vitest' }
  const folder = installExample(app)
  checkTypes(app, folder)
  const said = runScript(folder, 'test') as string
  expect(said).toMatch(/chat\.test\.tsx.*2 tests/)
})
