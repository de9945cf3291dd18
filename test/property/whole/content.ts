import { isDeepStrictEqual } from 'node:util'
import { type ContentPart } from '@antiphon/core'
import { unknownPart } from '@antiphon/core/message'
import type { World } from './world.js'

export type Content = string | ContentPart[]

const picture: ContentPart = {
  type: 'image_url',
  image_url: { url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' },
}
const note: ContentPart = {
  type: 'file',
  file: { filename: 'note.txt', file_data: 'data:text/plain;base64,aGk=' },
}
const sound: ContentPart = { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } }
const other = unknownPart({ type: 'x_place', place: { lat: 0, names: [null, ''] } })

/** A text as a person sends it: mostly alone, and at times with what is attached. */
const FORMS: readonly ((text: string) => Content)[] = [
  (text) => text,
  (text) => text,
  (text) => [{ type: 'text', text }, picture],
  (text) => text,
  (text) => [picture, note, { type: 'text', text }],
  (text) => [{ type: 'text', text }],
  (text) => text,
  (text) => [sound, { type: 'text', text }, other, { type: 'text', text: 'and more' }],
]

export function contentOf(text: string, how: number): Content {
  return structuredClone(FORMS[how % FORMS.length]!(text))
}

/** The text that names a message, whatever is attached to it. */
export function textOf(content: unknown): string {
  if (!Array.isArray(content)) return String(content)
  const part = (content as ContentPart[]).find(({ type }) => type === 'text')
  return String(part && 'text' in part ? part.text : undefined)
}

/** Whoever attached something may use its list again for the next message. */
export function reuse(content: Content): void {
  if (typeof content !== 'string')
    content.splice(0, content.length, { type: 'text', text: 'of another message' })
}

/** Checks that the content which somebody gave is the same wherever it appears. */
export function checkContent(world: World, where: string, content: unknown): void {
  const given = world.ledger.given(content)
  if (given && given.content !== content && !isDeepStrictEqual(content, given.content))
    world.fault('other-content', `${where} "${given.text}" is ${JSON.stringify(content)}`)
}
