// @module-tag hunt
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, which `pnpm test:hosts` runs without vitest
import { installFromWorkspace } from '../apps/make-app.mjs'
import { sharedTarballs } from '../support/shared-tarballs.js'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'antiphon-types-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The newest TypeScript checks them in each example. */
test('TypeScript 5.7, the oldest that docs/install.md names, finds no error in any entry, without skipLibCheck', () => {
  const packed = sharedTarballs().filter(({ name }) => name.startsWith('@antiphon/'))
  const entries = packed.flatMap(({ name, manifest }) =>
    Object.entries(manifest.exports)
      .filter(([, target]) => typeof target === 'object' && target !== null && 'types' in target)
      .map(([path]) => `${name}${path.slice(1)}`),
  )
  expect(entries.length).toBeGreaterThan(30)
  const others = ['zod', '@types/react', '@types/react-dom', '@types/node', '@tanstack/react-query']
  const optional = ['@codemirror/streamparser', '@codemirror/legacy-modes', 'katex']
  const names = [...packed.map(({ name }) => name), 'react', 'react-dom', ...others, ...optional]
  const dependencies = Object.fromEntries(names.map((name) => [name, '*']))
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'types', private: true, type: 'module', dependencies }),
  )
  installFromWorkspace(folder, packed)
  const code = entries.map((entry, i) => `import * as entry${i} from '${entry}'\nvoid entry${i}\n`).join('')
  writeFileSync(join(folder, 'all.ts'), code)
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'esnext',
    // packages.test.ts checks the other ways to find them.
    moduleResolution: 'bundler',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    types: ['node'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['all.ts'] }))
  const tsc = join(root, 'test/node_modules/typescript-5.7/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
  expect(stdout).toBe('')
})
