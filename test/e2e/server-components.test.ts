import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const tests = join(import.meta.dirname, '..')
const loader = new URL('support/react-server-loader.mjs', import.meta.url).href

/** Every public entry that is code. */
const entries = ['core', 'react', 'threads', 'ui'].flatMap((folder) => {
  const manifest = readFileSync(join(tests, '../packages', folder, 'package.json'), 'utf8')
  const { name, exports } = JSON.parse(manifest) as { name: string; exports: Record<string, unknown> }
  return Object.entries(exports).flatMap(([path, target]) =>
    typeof target === 'object' && !path.endsWith('.css') ? [path.replace('.', name)] : [],
  )
})

/** Entries that bring a renderer of their own, which React has none of for server components. */
const ownRenderer = new Set(['@antiphon/ui/export'])

/** Runs a program as a server component would be loaded, in the folder of the tests, whose packages are the built ones. */
async function onServer(program: string): Promise<string> {
  const register = `data:text/javascript,import { register } from 'node:module'; register(${JSON.stringify(loader)})`
  const options = ['--no-warnings', '--conditions', 'react-server', '--import', register]
  const { stdout } = await run(process.execPath, [...options, '--input-type=module', '-e', program], {
    cwd: tests,
  })
  return stdout.trim()
}

test('a server component may import every entry', async () => {
  const wanted = entries.filter((entry) => !ownRenderer.has(entry))
  expect(wanted.length).toBeGreaterThan(20)
  const program = `
    const failed = []
    for (const entry of ${JSON.stringify(wanted)})
      await import(entry).catch((error) => failed.push(entry + ': ' + error.message))
    console.log(JSON.stringify(failed))`
  expect(JSON.parse(await onServer(program))).toEqual([])
})

test('a server has the transcript as a reference, and what is pure as it is', async () => {
  const program = `
    import { Button, Transcript } from '@antiphon/ui'
    import { revealToString, summarizeUsage } from '@antiphon/ui/functions'
    import { german } from '@antiphon/ui/german'
    import { readMarkdown } from '@antiphon/ui/markdown'
    console.log(JSON.stringify([
      [Transcript, Button].map(({ $$typeof }) => String($$typeof)),
      german.messageActions.copyUser, revealToString('a\\u200bb'), typeof summarizeUsage([]),
      readMarkdown('**a**').text,
    ]))`
  expect(JSON.parse(await onServer(program))).toEqual([
    ['Symbol(react.client.reference)', 'Symbol(react.client.reference)'],
    'Ihre Nachricht kopieren',
    expect.stringContaining('U+200B'),
    'object',
    '**a**',
  ])
})
