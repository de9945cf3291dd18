import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { entriesOf, namesOf } from '../boundaries/measure-room.js'
import { root } from './pages.js'

const entries = new Map(
  readdirSync(join(root, 'packages')).flatMap((name) => [...entriesOf(join(root, 'packages', name))]),
)
const examples = join(root, 'examples')
const files = readdirSync(examples, { recursive: true, encoding: 'utf8' })
  .filter(
    (path) => /\.(?:[jt]sx?|mjs)$/.test(path) && !/node_modules|[\\/](?:dist|\.next|build)[\\/]/.test(path),
  )
  .map((path) => join(examples, path))

/** The packages that the example of a file installs. The files of `coming-from` are for apps that have their own. */
function installedFor(file: string): Set<string> | undefined {
  const manifest = join(examples, file.slice(examples.length + 1).split(/[\\/]/)[0]!, 'package.json')
  const { dependencies, devDependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as Partial<
    Record<string, object>
  >
  const installed = Object.keys({ ...dependencies, ...devDependencies })
  return installed.some((name) => name.startsWith('@antiphon/')) ? new Set(installed) : undefined
}

/** Names that an entry does not export, and packages that the example does not install. Styles and settings have no names. */
function wrongImports(file: string): string[] {
  const installed = installedFor(file)
  return parseSync(file, readFileSync(file, 'utf8')).module.staticImports.flatMap(
    ({ moduleRequest, entries: names }) => {
      const from = moduleRequest.value
      if (!from.startsWith('@antiphon/') || /\.(?:css|config\.js)$/.test(from)) return []
      const name = from.split('/', 2).join('/')
      if (installed && !installed.has(name)) return [`${name} is not installed`]
      const source = entries.get(from)
      if (!source) return [`${from} is no entry`]
      const exported = namesOf(source)
      return names.flatMap(({ importName }) =>
        importName.kind === 'Name' && !exported.has(importName.name!)
          ? [`${importName.name} of ${from}`]
          : [],
      )
    },
  )
}

test('each example imports what our packages export, and installs these packages', () => {
  expect(files.length).toBeGreaterThan(60)
  const wrong = files.flatMap((file) => wrongImports(file).map((one) => `${file.slice(root.length)}: ${one}`))
  expect(wrong).toEqual([])
})
