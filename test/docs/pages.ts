import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow } from '../support/files-below.js'

export const root = join(import.meta.dirname, '../..')

const namesOf = (path: string, ending: string): string[] =>
  filesBelow(path).filter((name) => name.endsWith(ending))

/** Every page of the docs. The reports of the API, `api.md` of each package, are lists of declarations and not among them. */
export const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...namesOf('docs', '.md'),
  ...namesOf('packages', 'README.md'),
  ...namesOf('packages', 'SKILL.md'),
  ...namesOf('examples', 'README.md'),
]

export interface Snippet {
  /** The page, and the line of its first line of code. */
  page: string
  line: number
  language: string
  code: string
  /** The file of an example that it quotes whole, which tests of the example run. */
  quotes?: string
}

/** A piece of code. A line before it that is only a link to a file of an example says that it quotes this file. */
const fence = /^(?:(\[[^\]]+\]\((?:\.\.\/)*(examples\/[^\s)]+)\)\n\n))?```(\w+)\n([\s\S]*?)^```$/gm

export function snippetsOf(page: string): Snippet[] {
  const text = readFileSync(join(root, page), 'utf8')
  return Array.from(text.matchAll(fence), ({ index, 0: all, 2: quotes, 3: language, 4: code }) => ({
    page,
    line: text.slice(0, index + all.indexOf('```')).split('\n').length + 1,
    language: language!,
    code: code!,
    ...(quotes && { quotes }),
  }))
}

/** The files that a page quotes. */
export const quotesOf = (page: string): string[] => snippetsOf(page).flatMap(({ quotes }) => quotes ?? [])

/** The text of a page with the files that it quotes as they are. */
export const withFiles = (text: string): string =>
  text.replaceAll(fence, (all: string, link: string, quotes: string | undefined, language: string) =>
    quotes ? `${link}\`\`\`${language}\n${readFileSync(join(root, quotes), 'utf8').trimEnd()}\n\`\`\`` : all,
  )
