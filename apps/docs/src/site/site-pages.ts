import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { imageSize } from './image-size.js'
import { livePlace } from './live-place.js'
import { partPage } from './part-page.js'
import { partSlug, parts } from './parts.js'
import { IMAGES, readRepository, REPOSITORY } from './repository.js'
import { rewriteLinks, type AddressOf } from './rewrite-links.js'
import { sections, type MappedPage } from './site-map.js'

export interface SitePage {
  /** Its address without slashes at the ends. */
  id: string
  title: string
  description: string
  /** Markdown, with links to other pages of the site. */
  body: string
  keywords?: string
  /** Where its text can be changed. */
  editUrl: string
  /** Elements for the head of this page alone. */
  head: { tag: 'script' | 'link'; attrs: Record<string, string> }[]
}

const idsByFile = new Map<string, string>([['README.md', 'index']])
for (const { slug, pages } of sections)
  for (const page of pages)
    for (const file of page.files) {
      idsByFile.set(file, `${slug}/${page.slug}`)
      // A link to the folder of a package means what the package is.
      if (file.endsWith('/README.md')) idsByFile.set(file.replace('/README.md', ''), `${slug}/${page.slug}`)
    }

const addressOfId = (id: string): string => (id === 'index' ? '/' : `/${id}/`)

/** Addresses as browsers ask for them. */
const forReaders: AddressOf = (file, hash) => {
  const id = idsByFile.get(file)
  return id && addressOfId(id) + hash
}

const edit = (file: string): string => `${REPOSITORY}/edit/main/${file}`

/** Every page of the site: the front page, the mapped files, and a page for each component. */
export function sitePages(): SitePage[] {
  return [
    fromFiles('index', { slug: 'index', files: ['README.md'] }),
    ...sections.flatMap(({ slug, pages }) => pages.map((page) => fromFiles(`${slug}/${page.slug}`, page))),
    ...parts.map((part) => {
      const { description, body, source } = partPage(part, forReaders)
      const id = `parts/${partSlug(part.name)}`
      return { id, title: part.name, description, body, editUrl: edit(source), head: headOf(id, body) }
    }),
  ]
}

function fromFiles(id: string, { files, description, keywords, live, isReference }: MappedPage): SitePage {
  const [first, ...others] = files
  const { title, body } = readPage(first)
  const rest = others.map(readBelow).join('')
  const place = live ? `${livePlace({ live, size: 'theme' })}\n\n` : ''
  // Reference is found by its own words only after the guides.
  const whole =
    place + body + (isReference && rest ? `\n\n<div data-pagefind-weight="0.2">\n${rest}\n\n</div>` : rest)
  return {
    id,
    title,
    description: description ?? firstSentence(body) ?? title,
    body: whole,
    ...(keywords && { keywords }),
    editUrl: edit(first),
    head: headOf(id, whole),
  }
}

/** A file of the repository as a page: its heading is the title, its links lead to pages, its pictures have a size. */
function readPage(file: string): { title: string; body: string } {
  const text = readRepository(file)
  const title = /^# (.*)$/m.exec(text)?.[1]?.trim()
  if (!title) throw new Error(`${file} has no heading.`)
  const rest = rewriteLinks(text.replace(/^# .*\n/m, ''), file, forReaders)
  return { title, body: rest.replaceAll(/!\[([^\]]*)\]\(\/images\/([^)]+)\)/g, picture).trim() }
}

/** A further file of a page, one level down. */
function readBelow(file: string): string {
  const { title, body } = readPage(file)
  const heading = file.endsWith('/api.md') ? 'Every public name' : title
  return `\n\n## ${heading}\n\n${body.replaceAll(/^#(?=#)/gm, '##')}`
}

/** A picture with a dark twin, `name-dark.webp`, gives way to it in the dark theme. */
function picture(_: string, words: string, name: string): string {
  const twin = name.replace('.webp', '-dark.webp')
  const { width, height } = imageSize(name)
  const img = (file: string, theme = ''): string =>
    `<img src="/images/${file}" alt="${words.replaceAll('\n', ' ')}"${theme} width="${width}" height="${height}" loading="lazy" />`
  if (twin === name || !existsSync(join(IMAGES, twin))) return img(name)
  return img(name, ' class="dark:sl-hidden"') + img(twin, ' class="light:sl-hidden"')
}

/** The first sentence of the first paragraph that is prose, as plain text. */
function firstSentence(body: string): string | undefined {
  const paragraphs = body.replaceAll(/^```[\s\S]*?^```$/gm, '').split(/\n\n+/)
  const prose = paragraphs.find((part) => /^[^#|<!\s\d-]/.test(part) && /[.:]/.test(part))
  return prose
    ?.replaceAll('\n', ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .split(/(?<=[.:])\s/)[0]
    ?.replace(/:$/, '.')
}

function headOf(id: string, body: string): SitePage['head'] {
  const twin = { rel: 'alternate', type: 'text/markdown', href: `/${id}.md` }
  const script = { type: 'module', src: '/live/start.js' }
  return [
    { tag: 'link', attrs: twin },
    ...(body.includes('class="live-place') ? [{ tag: 'script' as const, attrs: script }] : []),
  ]
}
