import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readSizes, TOLERANCE, writeSizes } from './size-of.js'

const root = join(import.meta.dirname, '..')

const page = (app: string): string => `
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
${app}
createRoot(document.body).render(createElement(Assistant))`

/** The app of the README without its tool: a transcript, markdown and a composer on an endpoint. */
const chat = page(`
import { ChatProvider, useChat } from '@antiphon/react'
import { Chat } from '@antiphon/ui'
const endpoint = { baseUrl: 'http://localhost:11434/v1' }
function Assistant() {
  const { chat } = useChat({ endpoint, model: 'qwen3' })
  return createElement(ChatProvider, { chat }, createElement(Chat))
}`)

/** The app of the README, unchanged. */
const dropIn = page(`import { Assistant } from ${JSON.stringify(join(root, 'docs/drop-in.tsx'))}`)

/** A transcript somebody else recorded. */
const transcript = page(`
import { Transcript } from '@antiphon/ui'
const Assistant = () => createElement(Transcript, { messages: [] })`)

const reactAlone = page(`const Assistant = () => 'hello'`)

interface Weight {
  /** Bytes, gzip, of the files a page loads before it shows. */
  readonly loaded: number
  /** The same of each file that is loaded later. */
  readonly later: Readonly<Record<string, number>>
  /** Share of each package and folder in \`loaded\`, before compression. */
  readonly parts: readonly (readonly [name: string, bytes: number])[]
}

const partOf = (file: string): string => {
  const dependency = /.*\/node_modules\/(?:\.pnpm\/[^/]+\/node_modules\/)?((?:@[^/]+\/)?[^/]+)\//.exec(
    file,
  )?.[1]
  const own = /packages\/([^/]+)\/src\/(?:components\/)?([^/]+)/.exec(relative(join(root, '..'), file))
  return dependency ?? (own ? `${own[1]}/${own[2]}` : 'the page itself')
}

/** Builds a page for production, as its author would, and weighs it. */
async function weigh(entry: string): Promise<Weight> {
  const id = 'virtual:page'
  const result = await build({
    root,
    configFile: false,
    mode: 'production',
    logLevel: 'silent',
    resolve: { conditions: ['antiphon-source', 'module', 'browser', 'production'] },
    plugins: [
      {
        name: 'page',
        enforce: 'pre',
        resolveId: (source) =>
          source === id ? `\0${id}` : source.endsWith('.css') ? '\0styles.js' : undefined,
        load: (source) => (source === `\0${id}` ? entry : source === '\0styles.js' ? 'export {}' : undefined),
      },
    ],
    build: { write: false, rolldownOptions: { input: id } },
  })
  const chunks = (Array.isArray(result) ? result : [result])
    .flatMap((one) => ('output' in one ? one.output : []))
    .filter((file) => file.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const first = new Set<string>()
  const visit = (name: string): void => {
    if (first.has(name)) return
    first.add(name)
    byName.get(name)?.imports.forEach(visit)
  }
  for (const chunk of chunks) if (chunk.isEntry) visit(chunk.fileName)
  const size = (code: string): number => gzipSync(code, { level: 9 }).byteLength
  const parts = new Map<string, number>()
  for (const chunk of chunks) {
    expect(chunk.code.length, `${chunk.fileName} is empty`).toBeGreaterThan(50)
    if (!first.has(chunk.fileName)) continue
    for (const [file, { renderedLength }] of Object.entries(chunk.modules))
      parts.set(partOf(file), (parts.get(partOf(file)) ?? 0) + renderedLength)
  }
  return {
    loaded: chunks
      .filter(({ fileName }) => first.has(fileName))
      .reduce((sum, { code }) => sum + size(code), 0),
    later: Object.fromEntries(
      chunks.filter(({ fileName }) => !first.has(fileName)).map(({ name, code }) => [name, size(code)]),
    ),
    parts: [...parts].sort(([, a], [, b]) => b - a),
  }
}

const kB = (bytes: number): string => (bytes / 1000).toFixed(1)

const weights: [name: string, weight: Weight][] = []

async function report(name: string, entry: string): Promise<number> {
  const weight = await weigh(entry)
  weights.push([name, weight])
  const { loaded, later, parts } = weight
  const list = (entries: readonly (readonly [string, number])[]): string =>
    entries.map(([part, bytes]) => `${part} ${kB(bytes)}`).join(', ')
  console.log(
    `${name}: ${kB(loaded)} kB gzip before it shows.\n  later: ${list(Object.entries(later))}` +
      `\n  of what it shows with, before compression: ${list(parts.slice(0, 24))}`,
  )
  return loaded
}

// A test run has another environment, in which JSX and React are those of development.
beforeAll(() => {
  vi.stubEnv('NODE_ENV', 'production')
})
afterAll(() => {
  vi.unstubAllEnvs()
})

/**
 * A page with a chat may have 145 kB, of which React is 67: docs/decisions/0007-size.md has what is in it by area, and what is
 * loaded later. The others leave a little for other versions of zlib; whoever lowers a figure lowers the limit.
 */
describe('what a page loads before it shows, gzip, React included', () => {
  it('React alone, for scale', async () => {
    expect(await report('React alone', reactAlone)).toBeLessThanOrEqual(67_700)
  })

  it('a chat: transcript, markdown, composer', async () => {
    expect(await report('a chat: `<Chat>`, Markdown included', chat)).toBeLessThanOrEqual(145_520)
  })

  it('a transcript without a chat', async () => {
    expect(await report('a transcript without a chat', transcript)).toBeLessThanOrEqual(134_130)
  })

  it('the app of the README, whose tool is described with zod', async () => {
    expect(await report('the app of the README, with zod', dropIn)).toBeLessThanOrEqual(168_900)
  })

  it('is what docs/sizes.md says, which is the only table of it (UPDATE_DOCS=1 writes it)', () => {
    if (process.env['UPDATE_DOCS'])
      writeSizes('pages', [
        '| page | loaded | later |',
        '|---|--:|---|',
        ...weights.map(([name, { loaded, later }]) => `| ${name} | ${kB(loaded)} | ${largeOf(later)} |`),
      ])
    const before = new Map(
      Array.from(readSizes().matchAll(/^\| ([^|]+) \| ([\d.]+) \|/gm), (row) => [row[1]!, Number(row[2])]),
    )
    const changed = weights.flatMap(([name, { loaded }]) => {
      const known = before.get(name)
      return known !== undefined && Math.abs(loaded / 1000 - known) <= TOLERANCE
        ? []
        : [`${name}: ${kB(loaded)} kB, reported ${known}`]
    })
    expect(changed).toEqual([])
  })
})

/** Files of half a kB and more, by name. */
function largeOf(later: Weight['later']): string {
  const large = Object.entries(later).filter(([, bytes]) => bytes >= 500)
  return large
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, bytes]) => `${name} ${kB(bytes)}`)
    .join(', ')
}
