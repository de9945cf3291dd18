import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { FOLDER, newFolder, sharedBuild } from './shared-build.mjs'

const before = process.env[FOLDER]
const root = mkdtempSync(join(tmpdir(), 'antiphon-page-'))
afterEach(() => {
  rmSync(process.env[FOLDER]!, { recursive: true, force: true })
  rmSync(root, { recursive: true, force: true })
  process.env[FOLDER] = before
})

it('builds once for tests that ask at the same time: two builds would empty the folder of each other', async () => {
  process.env[FOLDER] = newFolder()
  writeFileSync(join(root, 'index.html'), '<title>Page</title>')
  let builds = 0
  const plugins = [{ name: 'counts', buildStart: () => void builds++ }]
  const ask = (): Promise<string> => sharedBuild('page', { configFile: false, root, plugins })
  const [first, second] = await Promise.all([ask(), ask()])
  expect(second).toBe(first)
  expect(await ask()).toBe(first)
  expect(builds).toBe(1)
  expect(readdirSync(first)).toEqual(['index.html'])
})
