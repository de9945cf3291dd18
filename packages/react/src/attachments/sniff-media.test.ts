import { describe, expect, it } from 'vitest'
import { sniffMedia } from './sniff-media.js'

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0))
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const noise = '\0\x01\x02'

describe('what a file is, by its bytes', () => {
  it.each([
    ['png', '\x89PNG\r\n\x1a\n\0\0', 'image', 'image/png'],
    ['jpeg', '\xff\xd8\xff\xe0\0\x10JFIF', 'image', 'image/jpeg'],
    ['gif', 'GIF89a\x01\0\x01\0', 'image', 'image/gif'],
    ['webp', 'RIFF\x10\0\0\0WEBPVP8 ', 'image', 'image/webp'],
    ['wav', 'RIFF\x10\0\0\0WAVEfmt ', 'audio', 'audio/wav'],
    ['mp3 with tags', 'ID3\x04\0\0\0', 'audio', 'audio/mpeg'],
    ['mp3 without', `\xff\xfb\x90\0${noise}`, 'audio', 'audio/mpeg'],
    ['flac', `fLaC${noise}`, 'audio', 'audio/flac'],
    ['ogg', `OggS${noise}`, 'audio', 'audio/ogg'],
    ['m4a', '\0\0\0\x20ftypM4A \0', 'audio', 'audio/mp4'],
    ['heic', '\0\0\0\x20ftypheic\0', 'image', 'image/heic'],
    ['mp4', '\0\0\0\x20ftypisom\0', 'other', 'video/mp4'],
    ['pdf', `%PDF-1.7\n${noise}`, 'pdf', 'application/pdf'],
    ['pdf of plain characters', '%PDF-1.4\n1 0 obj', 'pdf', 'application/pdf'],
    ['zip', 'PK\x03\x04\x14\0', 'other', 'application/zip'],
    ['program', '\x7fELF\x02\x01', 'other', 'application/x-executable'],
  ])('%s', (_, start, kind, mediaType) => {
    // Neither the name nor what the system says can make anything else of it.
    expect(sniffMedia(bytes(start), 'x.txt', 'text/plain')).toEqual({ kind, mediaType })
    expect(sniffMedia(bytes(start), 'x.png', 'image/png')).toEqual({ kind, mediaType })
  })

  it.each([
    ['a.json', '{"a":1}', 'application/json'],
    ['a.CSV', 'a;b', 'text/csv'],
    ['a.ts', 'let a: string', 'text/plain'],
    ['Makefile', 'all:\n\techo', 'text/plain'],
    ['a.svg', '<svg/>', 'image/svg+xml'],
    ['a.txt', 'ID3 tags, GIF8 and OggS are words here', 'text/plain'],
    ['a.txt', 'Grüße, 世界', 'text/plain'],
    ['a.md', 'see %PDF-1.7', 'text/markdown'],
  ])('%s with %j is text of type %s', (name, text, mediaType) => {
    expect(sniffMedia(utf8(text), name, 'video/mp2t')).toEqual({ kind: 'text', mediaType })
  })

  it('text in UTF-16 with its mark is text, though it is full of zeros', () => {
    expect(sniffMedia(bytes('\xff\xfea\0b\0'), 'a.csv').kind).toBe('text')
    expect(sniffMedia(bytes('\xfe\xff\0a\0b'), 'a.csv').kind).toBe('text')
  })

  it('bytes of no known format are named by the system, but never as something that models take', () => {
    expect(sniffMedia(bytes(noise), 'a.doc', 'application/msword')).toEqual({
      kind: 'other',
      mediaType: 'application/msword',
    })
    for (const claimed of ['image/png', 'audio/wav', 'text/plain', 'application/json', 'x', ''])
      expect(sniffMedia(bytes(noise), 'a', claimed).mediaType).toBe('application/octet-stream')
  })
})
