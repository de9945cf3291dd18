import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, which needs nothing that is installed
import { installCommands, withDependencies } from '../../scripts/pack.mjs'

const one = (name: string, ...needs: string[]) => ({
  name,
  tarball: `/out/${name.replace('@', '').replace('/', '-')}.tgz`,
  manifest: { dependencies: Object.fromEntries(needs.map((need) => [need, '0.1.0'])) },
})
const packages = [
  one('@antiphon/core'),
  one('@antiphon/ui', '@antiphon/core', '@antiphon/react'),
  one('@antiphon/react', '@antiphon/core'),
  one('@antiphon/mcp', '@antiphon/core', 'zod'),
  one('antiphon', '@antiphon/ui'),
]
const namesWith = (...names: string[]): string[] =>
  (withDependencies(packages, names) as typeof packages).map(({ name }) => name)

test('a package comes with all of ours that it depends on, each once', () => {
  expect(namesWith('ui', '@antiphon/react')).toEqual(['@antiphon/core', '@antiphon/ui', '@antiphon/react'])
  expect(namesWith('antiphon')).toEqual(['@antiphon/core', '@antiphon/ui', '@antiphon/react', 'antiphon'])
  expect(namesWith('mcp')).toEqual(['@antiphon/core', '@antiphon/mcp'])
  expect(namesWith()).toEqual([])
})

test('the packages for development are installed by a command of their own, each tarball once', () => {
  expect(installCommands(packages, ['react'], ['antiphon'])).toEqual([
    'npm install "/out/antiphon-core.tgz" "/out/antiphon-react.tgz"',
    'npm install -D "/out/antiphon-ui.tgz" "/out/antiphon.tgz"',
  ])
  expect(installCommands(packages, ['mcp'], ['core'])).toEqual([
    'npm install "/out/antiphon-core.tgz" "/out/antiphon-mcp.tgz"',
  ])
  expect(installCommands(packages, [], [])).toEqual([])
})

test('a name that is not a package is refused with those that are', () => {
  expect(() => namesWith('ui', 'zod')).toThrow(
    'zod: no such package. There are @antiphon/core, @antiphon/ui, @antiphon/react, @antiphon/mcp, antiphon.',
  )
})

const script = join(import.meta.dirname, '../../scripts/pack.mjs')
const run = (...args: string[]) => spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })

test('the command says how it is used, and packs nothing for an option or a package that it does not know', () => {
  expect(run('--help')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('node scripts/pack.mjs [FOLDER] [PACKAGE…] [-D PACKAGE…]'),
  })
  const refused = [
    { args: ['-tarballs'], words: "Unknown option '-t'" },
    { args: ['tarballs', '--all'], words: "Unknown option '--all'" },
    { args: ['tarballs', 'ui', '-D', 'vue'], words: 'vue: no such package. There are @antiphon/agents' },
  ]
  for (const { args, words } of refused)
    expect(run(...args)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(words) })
})
