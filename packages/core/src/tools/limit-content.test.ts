import { describe, expect, it } from 'vitest'
import { unknownPart } from '../message/content.js'
import type { ContentPart } from '../message/types.js'
import { limitContent, MAX_FILE_BYTES } from './tool-result.js'

const text = (words: string): ContentPart => ({ type: 'text', text: words })
/** Base64 makes four characters out of three bytes. */
const bytes = (count: number) => 'A'.repeat((count / 3) * 4)

it('text that just fits is kept as it is, also by parts', () => {
  expect(limitContent('abcd', 4)).toBe('abcd')
  const parts = [text('ab'), text('cd'), text('')]
  expect(limitContent(parts, 4)).toEqual(parts)
  expect(limitContent([...parts, text('e'), text('f')], 4)).toEqual([
    ...parts,
    text('\n[Cut: the first 4 of 6 characters are above.]'),
  ])
})

it('files that just fit are kept, whatever they are made of', () => {
  const data = 'A'.repeat(Math.ceil(((MAX_FILE_BYTES / 2) * 4) / 3))
  const half: ContentPart = unknownPart({ type: 'x', x: { data, size: 5, none: null } })
  const one: ContentPart = unknownPart({ type: 'x', x: [bytes(3), bytes(3)] })
  expect(limitContent([half, half], 0)).toEqual([half, half])
  expect(limitContent([half, half, unknownPart({ type: 'x' }), unknownPart({ type: 'x' })], 0)).toHaveLength(
    4,
  )
  expect((limitContent([half, half, half], 0) as ContentPart[])[2]!.type).toBe('text')
  expect(limitContent([one], 0)).toEqual([one])
})

it('what is left out takes no room from the files after it', () => {
  const file = (megabytes: number): ContentPart => unknownPart({ type: 'x', x: bytes(megabytes * 1e6) })
  const kept = [file(6), file(3)]
  expect(limitContent([file(12), kept[0]!, file(6), kept[1]!], 0)).toEqual([
    text(expect.stringContaining('[Left out: a part of the kind "x" of 12.0 MB.') as string),
    kept[0],
    text(expect.stringContaining('[Left out: a part of the kind "x" of 6.0 MB.') as string),
    kept[1],
  ])
})

describe('what is left out is named', () => {
  const large = bytes(12_000_000)
  it.each<[string, ContentPart]>([
    ['an image', { type: 'image_url', image_url: { url: large } }],
    ['sound', { type: 'input_audio', input_audio: { data: large, format: 'wav' } }],
    ['a file', { type: 'file', file: { file_data: large } }],
    ['a part of the kind "text"', { type: 'text', text: [large] } as never],
    [`a part of the kind "${'x'.repeat(50)}"`, unknownPart({ type: 'x'.repeat(60), text: large })],
  ])('%s', (name, part) => {
    expect(limitContent([part], 10)).toEqual([
      text(
        `[Left out: ${name} of 12.0 MB. The pictures, sound and files of one result may have 10 MB together.]`,
      ),
    ])
  })
})

it('a thousand parts are kept, and the others counted', () => {
  const many = Array.from({ length: 1_000 }, (_, n) => text(`${n}`))
  expect(limitContent(many, 10_000)).toHaveLength(1_000)
  const cut = limitContent([...many, text('last')], 10_000)
  expect(cut).toEqual([...many, text('[Left out: 1 more parts.]')])
})
