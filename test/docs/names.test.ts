import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { pages, root, snippetsOf } from './pages.js'

const packages = readdirSync(join(root, 'packages')).filter((name) =>
  readdirSync(join(root, 'packages', name)).includes('api.md'),
)
const filesIn = (folder: string): { file: string; text: string }[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.(?:test|stories|d))\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, folder, file), 'utf8') }))

/** The public names of a package, from the report that is compared with its built declarations. */
function publicNames(name: string): string[] {
  const report = readFileSync(join(root, 'packages', name, 'api.md'), 'utf8')
  const declared = /^(?:abstract |async )*(?:function|const|class|interface|type) (\w+)|^\/\/ as (\w+)$/gm
  return [...new Set(Array.from(report.matchAll(declared), ([, own, other]) => own ?? other!))]
}

/** Snippets of the docs, which snippets.test.ts compiles, and the examples on the pages of components, which `tsc` does. */
const code = [
  ...pages.flatMap(snippetsOf).flatMap((snippet) => (/^[jt]sx?$/.test(snippet.language) ? snippet.code : [])),
  ...filesIn('apps/docs/src/examples').map(({ text }) => text),
]

/** Names that a piece of code imports and then uses, as `package name`. */
function namesUsedIn(text: string): string[] {
  const imports = [
    ...text.matchAll(/^import (?:type )?(?:\w+, )?\{([^}]*)\} from '@antiphon\/([\w-]+)[^']*'$/gm),
  ]
  const rest = imports.reduce((left, [whole]) => left.replace(whole, ''), text)
  return imports.flatMap(([, list, name]) =>
    list!.split(',').flatMap((entry) => {
      const [imported, local = imported] = entry
        .trim()
        .replace(/^type /, '')
        .split(' as ')
      return imported && new RegExp(`\\b${local!}\\b`).test(rest) ? `${name} ${imported}` : []
    }),
  )
}

/** Exported names of a source, and whether a docstring is before one of their declarations. */
function exportsOf(file: string, source: string): [name: string, hasDocstring: boolean][] {
  const { program, comments } = parseSync(file, source)
  return program.body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || !node.declaration) return []
    const before = comments.findLast(({ end, value }) => end <= node.start && value.startsWith('*'))
    // A line for the linter may be between.
    const isDocstring = before !== undefined && /^(?:\s|\/\/.*)*$/.test(source.slice(before.end, node.start))
    const { declaration } = node
    const ids = 'declarations' in declaration ? declaration.declarations : [declaration]
    return ids.flatMap((one): [string, boolean][] =>
      'id' in one && one.id && 'name' in one.id ? [[one.id.name, isDocstring]] : [],
    )
  })
}

const used = new Set(code.flatMap(namesUsedIn))

it('every public name has an example', () => {
  const missing = packages.flatMap((name) =>
    publicNames(name)
      .filter((one) => !used.has(`${name} ${one}`))
      .map((one) => `${one} of @antiphon/${name} has no example: use it in docs/reference/${name}.md`),
  )
  expect(used.size).toBeGreaterThan(1_000)
  expect(missing).toEqual([])
})

it('every public name has a docstring', () => {
  const described = new Set<string>()
  for (const name of readdirSync(join(root, 'packages')))
    for (const { file, text } of filesIn(`packages/${name}/src`))
      for (const [one, hasDocstring] of exportsOf(file, text)) if (hasDocstring) described.add(one)
  const missing = packages.flatMap((name) =>
    publicNames(name)
      .filter((one) => !described.has(one))
      .map((one) => `${one} of @antiphon/${name} has no docstring: say at its declaration what it is for`),
  )
  expect(missing).toEqual([])
})
