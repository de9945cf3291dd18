import type { ContentPart } from '@antiphon/core'
import { readTextFile } from '@antiphon/core/provider'
import { createAttachmentTray, type AttachmentTray, type Upload } from '@antiphon/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { binaryFile, pdfFile, pngFile, textFile, wavFile } from './support/attachment-files.js'

afterEach(() => vi.restoreAllMocks())

const settled = (tray: AttachmentTray): Promise<unknown> =>
  expect.poll(() => tray.getState().items.every(({ state }) => state !== 'uploading')).toBe(true)

async function partsOf(tray: AttachmentTray, ...files: File[]): Promise<ContentPart[]> {
  tray.add(files)
  await settled(tray)
  const content = tray.content('')
  return typeof content === 'string' ? [] : content
}

const base64Of = async (blob: Blob): Promise<string> =>
  btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())))

describe('a file becomes a content part', () => {
  it('each kind in its shape, its bytes as they were, after the text', async () => {
    const png = await pngFile('chart.png')
    const wav = wavFile('note.wav')
    const pdf = pdfFile('bill.pdf')
    const json = textFile('data.json', '{"a":[1,2]}')
    const tray = createAttachmentTray()
    await partsOf(tray, png, wav, pdf, json)
    expect(tray.getState()).toMatchObject({ isReady: true, refusals: [] })
    expect(tray.content('look')).toEqual([
      { type: 'text', text: 'look' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${await base64Of(png)}` } },
      { type: 'input_audio', input_audio: { data: await base64Of(wav), format: 'wav' } },
      {
        type: 'file',
        file: { filename: 'bill.pdf', file_data: `data:application/pdf;base64,${await base64Of(pdf)}` },
      },
      {
        type: 'file',
        file: { filename: 'data.json', file_data: `data:application/json;base64,${await base64Of(json)}` },
      },
    ])
    tray.clear()
    expect(tray.content('next')).toBe('next')
  })

  it('bytes decide, not what the system or the name says', async () => {
    const png = await pngFile('x')
    const lied = new File([png], 'notes.txt', { type: 'text/plain' })
    const tray = createAttachmentTray()
    const parts = await partsOf(tray, lied, binaryFile('holiday.png', 900, 'image/png'))
    expect(parts).toEqual([
      { type: 'image_url', image_url: { url: `data:image/png;base64,${await base64Of(png)}` } },
    ])
    expect(tray.getState().refusals).toEqual([
      { reason: 'type', mediaType: 'application/octet-stream', names: ['holiday.png'] },
    ])
  })

  it('text in other encodings arrives as UTF-8, and that is said', async () => {
    const utf16 = new File([new Uint8Array([0xff, 0xfe, 0xe4, 0, 0x3b, 0, 0x31, 0])], 'a.csv')
    const latin = new File([new Uint8Array([0x4b, 0xf6, 0x6c, 0x6e])], 'b.csv')
    const tray = createAttachmentTray()
    const parts = await partsOf(tray, utf16, latin)
    expect(parts.map((part) => readTextFile(part)?.text)).toEqual(['ä;1', 'Köln'])
    expect(tray.getState().items.map(({ encoding }) => encoding)).toEqual(['UTF-16LE', 'Windows-1252'])
  })

  it('bytes behind a long text make it no text', async () => {
    const tray = createAttachmentTray()
    const file = new File(['x'.repeat(9_000), new Uint8Array([0xff, 0, 1])], 'log.txt')
    expect(await partsOf(tray, file)).toEqual([])
    expect(tray.getState().refusals).toMatchObject([{ reason: 'type', names: ['log.txt'] }])
  })

  it('small text becomes text of the message only where that was chosen', async () => {
    const tray = createAttachmentTray({ inlineText: 8 })
    const [small, large] = await partsOf(tray, textFile('a.md', '# hi'), textFile('b.md', '# hi there'))
    expect(small).toEqual({ type: 'text', text: '\n\nFile "a.md":\n```markdown\n# hi\n```\n' })
    expect(large).toMatchObject({ type: 'file', file: { filename: 'b.md' } })
  })

  it('10 MB are read whole, and their progress is told', async () => {
    const tray = createAttachmentTray()
    const seen = new Set<number>()
    tray.subscribe(() => seen.add(tray.getState().items[0]?.progress ?? 0))
    const jpeg = new File(
      [new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0]), new Uint8Array(10_000_000)],
      'big.jpg',
    )
    const [part] = await partsOf(tray, jpeg)
    const { url } = (part as { image_url: { url: string } }).image_url
    expect(url.length).toBe('data:image/jpeg;base64,'.length + Math.ceil(jpeg.size / 3) * 4)
    expect([...seen].every((progress) => progress >= 0 && progress <= 1)).toBe(true)
    expect(seen.has(1)).toBe(true)
  })

  it('two files of one name get different ones, and a hostile name is cleaned', async () => {
    const tray = createAttachmentTray()
    const files = ['a', 'bb', 'ccc'].map((value, i) =>
      textFile(i < 2 ? 'n.txt' : '../in\u202egnp.txt', value),
    )
    const names = (await partsOf(tray, ...files)).map(
      (part) => (part as { file: { filename: string } }).file.filename,
    )
    expect(names).toEqual(['n.txt', 'n (2).txt', 'ingnp.txt'])
    // The tray shows the name of the file as the person picked it.
    expect(tray.getState().items[2]!.name).toBe('../in\u202egnp.txt')
  })
})

describe('what is not attached is said, with its reason', () => {
  it('empty, too large, folders, the same twice', async () => {
    const tray = createAttachmentTray({ limits: { fileBytes: 1_000, totalBytes: 1_500 } })
    const twice = textFile('a.txt', 'a')
    tray.add([twice, textFile('zero.txt', ''), twice, textFile('b.txt', 'x'.repeat(1_001))], ['src'])
    expect(tray.getState().refusals).toEqual([
      { reason: 'folder', names: ['src'] },
      { reason: 'empty', names: ['zero.txt'] },
      { reason: 'twice', names: ['a.txt'] },
      { reason: 'too-large', names: ['b.txt'], limit: 1_000 },
    ])
    // With the next files what was said of the last ones goes.
    tray.add([textFile('c.txt', 'x'.repeat(900)), textFile('d.txt', 'x'.repeat(900))])
    await settled(tray)
    const { items, refusals } = tray.getState()
    expect(items.map(({ name }) => name)).toEqual(['a.txt', 'c.txt'])
    expect(refusals).toEqual([{ reason: 'too-large-together', names: ['d.txt'], limit: 1_500 }])
    tray.dismissRefusals()
    expect(tray.getState().refusals).toEqual([])
  })

  it('of 50 files at once 20 are attached and 30 named; three are read at a time', async () => {
    let reading = 0
    let most = 0
    let open = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const upload: Upload = async () => {
      most = Math.max(most, ++reading)
      await gate
      await new Promise(requestAnimationFrame)
      reading--
      return undefined
    }
    const tray = createAttachmentTray({ upload })
    const attached = partsOf(tray, ...Array.from({ length: 50 }, (_, i) => textFile(`${i}.txt`, `text ${i}`)))
    // No upload ends before three run, however slowly the files are read.
    await expect.poll(() => reading).toBe(3)
    open()
    const parts = await attached
    expect(parts).toHaveLength(20)
    expect(tray.getState().refusals).toMatchObject([{ reason: 'too-many', limit: 20 }])
    expect(tray.getState().refusals[0]!.names).toHaveLength(30)
    expect(most).toBe(3)
  })

  it('a file that was deleted after it was picked fails in words, can be tried again and taken out', async () => {
    const root = await navigator.storage.getDirectory()
    const handle = await root.getFileHandle('gone.txt', { create: true })
    const writable = await handle.createWritable()
    await writable.write('here for a moment')
    await writable.close()
    const file = await handle.getFile()
    await root.removeEntry('gone.txt')
    const tray = createAttachmentTray()
    await partsOf(tray, textFile('stays.txt', 'x'), file)
    const [, gone] = tray.getState().items
    expect(gone).toMatchObject({ name: 'gone.txt', state: 'error', problem: { code: 'unreadable' } })
    expect(tray.getState().isReady).toBe(false)
    tray.retry(gone!.id)
    expect(tray.getState().items[1]).toMatchObject({ state: 'uploading' })
    await settled(tray)
    expect(tray.getState().items[1]).toMatchObject({ state: 'error' })
    tray.remove(gone!.id)
    expect(tray.getState().isReady).toBe(true)
    expect(tray.content('')).toHaveLength(1)
  })
})

describe('an upload to somewhere else', () => {
  it('gives the address, the whole part, or nothing for data; a failure keeps its words and can be tried again', async () => {
    let fail = true
    const upload: Upload = async (file, { kind, onProgress }) => {
      onProgress(0.5)
      if (fail) throw new Error('507 no space left')
      if (kind === 'image') return `https://files.test/${file.name}`
      return kind === 'pdf' ? { type: 'file', file: { file_id: 'file-1' } } : undefined
    }
    const tray = createAttachmentTray({ upload })
    await partsOf(tray, await pngFile('a.png'), pdfFile('b.pdf'), textFile('c.txt', 'c'))
    expect(tray.getState().items[0]).toMatchObject({
      state: 'error',
      problem: { code: 'upload', detail: '507 no space left' },
    })
    fail = false
    for (const { id } of tray.getState().items) tray.retry(id)
    await settled(tray)
    expect(tray.content('')).toEqual([
      { type: 'image_url', image_url: { url: 'https://files.test/a.png' } },
      { type: 'file', file: { file_id: 'file-1' } },
      { type: 'file', file: { filename: 'c.txt', file_data: `data:text/plain;base64,${btoa('c')}` } },
    ])
  })

  it('is told when its file is taken out, and what it answers then changes nothing', async () => {
    const signals: AbortSignal[] = []
    let finish: (address: string) => void = () => {}
    const upload: Upload = (_, { signal }) => {
      signals.push(signal)
      return new Promise((resolve) => (finish = resolve))
    }
    const tray = createAttachmentTray({ upload })
    tray.add([pdfFile('a.pdf')])
    await expect.poll(() => signals.length).toBe(1)
    tray.remove(tray.getState().items[0]!.id)
    expect(signals[0]!.aborted).toBe(true)
    finish('https://files.test/late')
    await Promise.resolve()
    expect(tray.getState()).toEqual({ items: [], refusals: [], isReady: true })
  })
})

describe('images', () => {
  const sizeOf = async (part: ContentPart): Promise<[number, number]> => {
    const { url } = (part as { image_url: { url: string } }).image_url
    const bitmap = await createImageBitmap(await (await fetch(url)).blob())
    return [bitmap.width, bitmap.height]
  }

  it('are sent as they are, and made smaller only where the host asks for it; then it is said', async () => {
    const large = await pngFile('large.png', 400, 200)
    const [asIs] = await partsOf(createAttachmentTray(), large)
    expect(await sizeOf(asIs!)).toEqual([400, 200])

    const tray = createAttachmentTray({ resizeImages: { maxSide: 100, mediaType: 'image/jpeg' } })
    const [smaller, small] = await partsOf(tray, large, await pngFile('small.png', 80, 40))
    expect(await sizeOf(smaller!)).toEqual([100, 50])
    expect(smaller).toMatchObject({ image_url: { url: expect.stringMatching(/^data:image\/jpeg;/) } })
    expect(await sizeOf(small!)).toEqual([80, 40])
    expect(tray.getState().items.map(({ resized }) => resized)).toEqual([
      { from: { width: 400, height: 200 }, to: { width: 100, height: 50 } },
      undefined,
    ])
  })

  it('a damaged one that is to be made smaller fails instead of leaving as something else', async () => {
    const tray = createAttachmentTray({ resizeImages: { maxSide: 10 } })
    await partsOf(tray, new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0])], 'a.png'))
    expect(tray.getState().items[0]).toMatchObject({ state: 'error', problem: { code: 'resize' } })
  })
})
