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

const SIGN = '"antiphon.capture"'
const View = lazy(() => import('./capture-view.js').then(({ CaptureView }) => ({ default: CaptureView })))

/** A capture or a bug report; undefined for any other file. */
export async function ownFile(parts: readonly SourcePart[]): Promise<OwnFile | undefined> {
  const [part] = parts
  if (!part || parts.length > 1) return undefined
  const head = await textOf(part, Math.min(HEAD, part.size))
  return head.includes(SIGN) ? { text: await textOf(part, part.size), View } : undefined
}

const textOf = async (part: SourcePart, length: number): Promise<string> =>
  (await fetchBytes(part, 0, length)).text()
