import { joinPath } from '@antiphon/base'
import type { Edit } from './edits.js'
import type { ImageSegment } from './image-metadata.js'

/** The place of a text, as a chain of steps, so that a path is only written when it is needed. */
export interface Where {
  outer?: Where
  /** One step of the way: a field or a position. */
  key?: string | number
  /** A step that is not a field but an encoding: the text is inside JSON, base64, a percent-encoded text or an image. */
  inside?: 'json' | 'base64' | 'percent' | 'image'
  /** The text is the name of a field. */
  isName?: boolean
}

export function pathOf(where: Where | undefined): string {
  if (!where) return ''
  const outer = pathOf(where.outer)
  const { key } = where
  const path =
    key === undefined
      ? outer
      : typeof key === 'number'
        ? `${outer}[${key}]`
        : /^[\w$-]+$/.test(key)
          ? joinPath(outer, key)
          : `${outer}[${JSON.stringify(key)}]`
  return where.isName ? `${path} (name)` : path
}

export function wrapsOf(where: Where | undefined): string[] {
  const wraps: string[] = []
  for (let at = where; at; at = at.outer) if (at.inside) wraps.unshift(at.inside)
  return wraps
}

/** Callbacks for each text that a subject holds. */
export interface Visitor {
  /** A text that is decoded from whatever it was wrapped in. Gives the changes, in order. */
  text(text: string, where: Where): Generator<void, Edit[]>
  /** The text is the whole value of a field of this name. */
  field(name: string, text: string, where: Where): void
  /** Base64 of bytes that are not text. */
  bytes?(text: string, where: Where): Generator<void, Edit[]>
  /** A metadata segment of an image. Return true to remove it. */
  segment(segment: ImageSegment, where: Where): Generator<void, boolean>
}
