import { lazy, type ComponentType } from 'react'
import { fetchBytes } from './held-parts.js'
import type { SourcePart } from './read-types.js'

/** A file of our own is recognised within this many bytes. */
const HEAD = 1_000

/** A file that this kit made and that is not a transcript. It is opened in a view of its own. */
export interface OwnFile {
  text: string
  /** Loaded when there is one to show. */
  View: ComponentType<{ text: string }>
}

const views: readonly [sign: string, view: OwnFile['View']][] = [
  [
    '"antiphon.capture"',
    lazy(() => import('./capture-view.js').then(({ CaptureView }) => ({ default: CaptureView }))),
  ],
  [
    '<meta name="antiphon-digest"',
    lazy(() => import('./exported-page.js').then(({ ExportedPage }) => ({ default: ExportedPage }))),
  ],
]

/** A capture, a bug report or an exported page; undefined for any other file. */
export async function ownFile(parts: readonly SourcePart[]): Promise<OwnFile | undefined> {
  const [part] = parts
  if (!part || parts.length > 1) return undefined
  const head = await textOf(part, Math.min(HEAD, part.size))
  const View = views.find(([sign]) => head.includes(sign))?.[1]
  return View && { text: await textOf(part, part.size), View }
}

const textOf = async (part: SourcePart, length: number): Promise<string> =>
  (await fetchBytes(part, 0, length)).text()
