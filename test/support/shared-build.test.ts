import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { FOLDER, newFolder, sharedBuild, sharedFolder } from './shared-build.mjs'

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

it('waits for another worker that is at it, and not for one that has ended', async () => {
  const folder = (process.env[FOLDER] = newFolder())
  const made: string[] = []
  const make = (name: string) =>
    sharedFolder(name, async (path) => {
      made.push(name)
      mkdirSync(path)
    })
  const lock = (name: string, pid: number) => writeFileSync(join(folder, `${name}.lock`), String(pid))
  lock('ended', spawnSync(process.execPath, ['--version']).pid)
  await make('ended')
  lock('at-it', process.pid)
  const waiting = make('at-it')
  mkdirSync(join(folder, 'at-it'))
  expect(await waiting).toBe(join(folder, 'at-it'))
  expect(made).toEqual(['ended'])
})
