import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pages, root, snippetsOf } from './pages.js'

const packageOf = (specifier: string): string =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

/** The packages that commands install, also those in the middle of a sentence. */
const installedBy = (text: string): string[] =>
  [...text.matchAll(/\bnpm (?:install|i) ([^\n`#]+)/g)].flatMap(([, names]) =>
    names!.split(/\s+/).filter((name) => /^@?[a-z]/.test(name)),
  )

/** The packages that the code of a page imports, without its own files and those of Node. */
const importedBy = (page: string): string[] =>
  snippetsOf(page)
    .filter(({ language }) => /^[jt]sx?$/.test(language))
    .flatMap(({ code }) => [
      ...code.matchAll(/^(?:import|export|\} from)\b(?:[^'"\n]*\bfrom)? ?'([^'.][^']*)'/gm),
    ])
    .map(([, specifier]) => packageOf(specifier!))
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))

/** They are there after `npm create vite`. */
const given = ['react', 'react-dom', 'vite', '@vitejs/plugin-react']

/** Guides with commands of their own. A page without them, or with one for a part alone, is for an app that is there. */
const installing = pages.filter((page) =>
  snippetsOf(page).some(({ language, code }) => language === 'sh' && installedBy(code).length > 0),
)

test('guides that install packages are found', () => {
  expect(installing).toEqual(expect.arrayContaining(['README.md', 'docs/product.md', 'docs/chat-server.md']))
  expect(importedBy('docs/chat-server.md')).toEqual(
    expect.arrayContaining(['@antiphon/server-client', 'hono']),
  )
})

test.each(installing)('%s installs every package that its code imports', (page) => {
  const installed = new Set([...given, ...installedBy(readFileSync(join(root, page), 'utf8'))])
  const missing = importedBy(page).filter((name) => !installed.has(name))
  expect([...new Set(missing)]).toEqual([])
})
