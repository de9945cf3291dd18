import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, which `pnpm test:hosts` runs without vitest
import { installFromRegistry, runScript } from '../apps/make-app.mjs'
import { root } from '../projects/shared.js'

const folder = mkdtempSync(join(tmpdir(), 'antiphon-coming-from-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the apps of other kits in docs/coming-from compile against the packages of these kits', () => {
  cpSync(join(root, 'examples/coming-from'), folder, { recursive: true })
  installFromRegistry(folder)
  expect(runScript(folder, 'types')).toBe('')
}, 300_000)
