import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pages, root, type Snippet } from './pages.js'

/** The type that the names in the first column of a table belong to, by the page and the header of the table. */
const types: Record<string, string> = {
  'docs/components.md prop of `Composer`': "import('@antiphon/ui').ComposerProps",
  'docs/components.md prop of `Transcript`': "import('@antiphon/ui').TranscriptProps",
  'docs/product.md option': "Parameters<typeof import('@antiphon/core').defineTool>[0]",
  'packages/core/SKILL.md field of `defineTool`': "Parameters<typeof import('@antiphon/core').defineTool>[0]",
  'packages/endpoint/README.md option': "import('@antiphon/endpoint').EndpointOptions",
  'docs/attachments.md field': "Parameters<import('@antiphon/react').Upload>[1]",
  'docs/chat-server.md field': "Parameters<typeof import('@antiphon/server').createChatServer>[0]",
}

/** The rows of options with quoted values, each with its page, its line and the header of its table. */
function rowsWithValues(): {
  page: string
  line: number
  header: string
  names: string[]
  values: string[]
}[] {
  return pages.flatMap((page) => {
    let header = ''
    return readFileSync(join(root, page), 'utf8')
      .split('\n')
      .flatMap((text, at, lines) => {
        if (/^\|[-|: ]+$/.test(text)) header = /^\| ([^|]*) \|/.exec(lines[at - 1]!)?.[1] ?? ''
        const [, first = ''] = /^\| (`[^|]*) \|/.exec(text) ?? []
        const names = Array.from(first.matchAll(/`(\w+)[^`]*`/g), ([, name]) => name!)
        const values = Array.from(text.matchAll(/`('[^'`]*')`/g), ([, value]) => value!)
        return names.length > 0 && values.length > 0 ? [{ page, line: at + 1, header, names, values }] : []
      })
  })
}

/** The headers of tables with quoted values whose type is not known here. */
export const unknownTables = (): string[] =>
  rowsWithValues().flatMap(({ page, header }) => (types[`${page} ${header}`] ? [] : [`${page} ${header}`]))

/** A piece of code for each row, which compiles when the option takes each of the quoted values. */
export const valueSnippets = (): Snippet[] =>
  rowsWithValues().map(({ page, line, header, names, values }) => {
    const taken = names.map((name) => `Options['${name}']`).join(' | ')
    const type = types[`${page} ${header}`] ?? 'never'
    return {
      page,
      line,
      language: 'ts',
      code: `type Options = ${type}; export const values: (${taken})[] = [${values.join(', ')}]\n`,
    }
  })
