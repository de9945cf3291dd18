import { mapProse } from './rewrite-links.js'
import { sections } from './site-map.js'

export interface PageText {
  id: string
  title: string
  description: string
  body: string
}

/** The page for programs that read: plain Markdown, whose links lead to the Markdown of the other pages. */
export function markdownTwin({ title, body }: PageText): string {
  const plain = body.replaceAll(/^<div[^>]*>(?:<\/div>)?\n+/gm, '').replaceAll(/\n+<\/div>$/gm, '')
  const linked = mapProse(plain, (line) =>
    line.replaceAll(
      /\]\(\/([\w/-]*?)\/?(#[^)]*)?\)/g,
      (_, id: string, hash = '') => `](/${id || 'index'}.md${hash})`,
    ),
  )
  return `# ${title}\n\n${linked.trim()}\n`
}

/** The list of all pages for programs that read, by section, each with a sentence. */
export function llmsIndex(pages: readonly PageText[]): string {
  const front = pages.find(({ id }) => id === 'index')!
  return [
    '# Antiphon',
    '',
    `> ${front.description}`,
    '',
    'Each page is plain Markdown at the address below.',
    ...sections.flatMap(({ slug, title, about }) => [
      '',
      `## ${title}`,
      '',
      about,
      '',
      ...pages
        .filter(({ id }) => id.startsWith(`${slug}/`))
        .map(({ id, title, description }) => `- [${title}](/${id}.md): ${description}`),
    ]),
    '',
  ].join('\n')
}
