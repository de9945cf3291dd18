import { describe, expect, it } from 'vitest'
import { fileParts, isFileResult } from './file-result.js'
import { MAX_FILE_BYTES } from './limit-content.js'

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
    const file = async (name: string) => (await fileParts(new File(['x'], name)))[0]!.file
    expect(await file('a.bin')).toMatchObject({ filename: 'a.bin' })
    expect(await file('')).not.toHaveProperty('filename')
    const [part] = await fileParts(Object.assign(new Blob(['x']), { name: 5 }))
    expect(part!.file).not.toHaveProperty('filename')
  })

  it('every byte, of a large file too', async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at * 7)
    const [part] = await fileParts(bytes)
    const { file_data: url } = part!.file as { file_data: string }
    expect(Buffer.from(url.split(',')[1]!, 'base64').equals(Buffer.from(bytes))).toBe(true)
  })

  it('of what is too large words, and of text that as well', async () => {
    const data = new Uint8Array(MAX_FILE_BYTES + 1)
    const words = (type: string) => ({
      type: 'text',
      text: `[Left out: a file (${type}) of 10.0 MB. The pictures, sound and files of one result may have 10 MB together.]`,
    })
    expect(await fileParts(new Blob([data], { type: 'image/png' }))).toEqual([words('image/png')])
    const [first, second] = await fileParts(new Blob([data], { type: 'text/csv' }))
    expect([first, second!.type, (second!.text as string).length]).toEqual([
      words('text/csv'),
      'text',
      MAX_FILE_BYTES + 1,
    ])
    const fits = await fileParts(new Blob([data.subarray(1)], { type: 'image/png' }))
    expect(fits[0]!.type).toBe('image_url')
  })
})
