import { describe, expect, test } from 'vitest'
import { createStreamDecoder, readPieces, type PieceSource } from './read-stream.js'

async function textOf(source: PieceSource): Promise<string> {
  const decoder = createStreamDecoder()
  let text = ''
  for await (const piece of readPieces(source)) text += decoder.decode(piece)
  return text + decoder.end()
}

const bytes = new TextEncoder().encode('Höhe 🌊')

describe('everything a response can be read from', () => {
  test.each<[string, () => PieceSource]>([
    ['Response', () => new Response(bytes)],
    ['ReadableStream', () => new Response(bytes).body!],
    ['array of bytes', () => [bytes.subarray(0, 2), bytes.subarray(2)]],
    ['array of text', () => ['Hö', 'he 🌊']],
    ['bytes and text', () => [bytes.subarray(0, 3), 'he ', bytes.subarray(-4)]],
    [
      'async generator',
      async function* () {
        yield bytes.subarray(0, 9)
        yield bytes.subarray(9)
      } as () => PieceSource,
    ],
    ['one text', () => 'Höhe 🌊'],
    ['one piece of bytes', () => bytes],
    ['Buffer', () => Buffer.from(bytes)],
  ])('%s', async (_name, source) => expect(await textOf(source())).toBe('Höhe 🌊'))

  test('a response without a body is empty', async () => {
    expect(await textOf(new Response(null))).toBe('')
  })

  test('invalid bytes become replacement characters', async () => {
    expect(await textOf([Uint8Array.of(0x61, 0xff), Uint8Array.of(0xfe, 0x62, 0xc3)])).toBe('a��b�')
  })

  test('text after half a character ends that character', async () => {
    expect(await textOf([Uint8Array.of(0x61, 0xc3), 'b'])).toBe('a\uFFFDb')
  })

  test('a byte order mark is dropped once, at the start', async () => {
    expect(await textOf([Uint8Array.of(0xef, 0xbb), Uint8Array.of(0xbf, 0x61)])).toBe('a')
    expect(await textOf(['', '\uFEFFa\uFEFF'])).toBe('a\uFEFF')
  })

  test('leaving early cancels the stream', async () => {
    let cancelled = false
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytes),
      cancel: () => void (cancelled = true),
    })
    for await (const _ of readPieces(stream)) break
    expect(cancelled).toBe(true)
  })

  test('an abort ends a read that hangs and releases the source', async () => {
    const abort = new AbortController()
    let cancelled = false
    const stream = new ReadableStream<Uint8Array>({ cancel: () => void (cancelled = true) })
    const reading = readPieces(stream, abort.signal).next()
    setTimeout(() => abort.abort(), 5)
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
    expect(cancelled).toBe(true)
  })

  test('a source that gives neither bytes nor text fails in words', async () => {
    await expect(readPieces([42] as never).next()).rejects.toThrow('it must give bytes or text')
  })
})
