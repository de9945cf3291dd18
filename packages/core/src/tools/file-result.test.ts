import { describe, expect, it } from 'vitest'
import type { FilePart } from '../message/types.js'
import { fileParts, isFileResult, MAX_FILE_BYTES } from './tool-result.js'

/** The first part, which is a file. */
const filePart = async (value: Parameters<typeof fileParts>[0]) => (await fileParts(value))[0] as FilePart
const kinds = async (type: string, text = 'x') =>
  (await fileParts(new Blob([text], { type }))).map((part) => part.type)

it('bytes of any kind are a file, other objects are none', () => {
  const file = [new Blob([]), new ArrayBuffer(1), new Uint8Array(1), new DataView(new ArrayBuffer(1))]
  expect(file.map(isFileResult)).toEqual([true, true, true, true])
  expect([{}, [], 'x', null].map(isFileResult)).toEqual([false, false, false, false])
})

describe('what the model gets', () => {
  it.each([
    'text/plain;charset=utf-8',
    'application/json',
    'application/xml',
    'application/yaml',
    'application/ld+json',
    'application/atom+xml',
  ])('of %s its text beside the file', async (type) => {
    expect(await kinds(type)).toEqual(['text', 'file'])
  })

  it('of a kind with parameters the kind alone', async () => {
    const { file_data: url } = (await filePart(new Blob(['x'], { type: 'application/pdf;version=2' }))).file
    expect(url).toBe('data:application/pdf;base64,eA==')
  })

  it.each([
    '',
    'application/pdf',
    'application/jsonl',
    'x/text/plain',
    'x-application/json',
    'a/b+json2',
    'audio/ogg',
  ])('of %j the file alone', async (type) => {
    expect(await kinds(type)).toEqual(['file'])
  })

  it.each([
    ['audio/wav', 'wav'],
    ['audio/x-wav', 'wav'],
    ['audio/mp3', 'mp3'],
    ['audio/mpeg', 'mp3'],
  ])('of %s sound', async (type, format) => {
    expect(await fileParts(new Blob(['x'], { type }))).toEqual([
      { type: 'input_audio', input_audio: { data: 'eA==', format } },
    ])
  })

  it.each(['audio/wavx', 'x-audio/wav'])('of %s no sound', async (type) => {
    expect(await kinds(type)).toEqual(['file'])
  })

  it('of a file its name, where it has one', async () => {
    const file = async (name: string) => (await filePart(new File(['x'], name))).file
    expect(await file('a.bin')).toMatchObject({ filename: 'a.bin' })
    expect(await file('')).not.toHaveProperty('filename')
    const odd = Object.assign(new Blob(['x']), { name: 5 })
    expect((await filePart(odd)).file).not.toHaveProperty('filename')
  })

  it('every byte, of a large file too', async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at * 7)
    const { file_data: url } = (await filePart(bytes)).file
    expect(Buffer.from(url!.split(',')[1]!, 'base64').equals(Buffer.from(bytes))).toBe(true)
  })

  it('of what is too large words, and of text that as well', async () => {
    const data = new Uint8Array(MAX_FILE_BYTES + 1)
    const words = (type: string) => ({
      type: 'text',
      text: `[Left out: a file (${type}) of 10.0 MB. The pictures, sound and files of one result may have 10 MB together.]`,
    })
    expect(await fileParts(new Blob([data], { type: 'image/png' }))).toEqual([words('image/png')])
    const [first, second] = await fileParts(new Blob([data], { type: 'text/csv' }))
    expect(first).toEqual(words('text/csv'))
    expect(second).toEqual({ type: 'text', text: '\0'.repeat(MAX_FILE_BYTES + 1) })
    const fits = await fileParts(new Blob([data.subarray(1)], { type: 'image/png' }))
    expect(fits[0]!.type).toBe('image_url')
  })
})
