import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startDemo, type DemoApp, type DemoPage, actOnThread, exportAll } from './demo-app.js'
import { boxOf } from './support/box-of.js'
import { untilStored } from './support/stored-text.js'

let app: DemoApp
let demo: DemoPage
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-files-'))
  await mkdir(join(folder, 'reports'))
  await writeFile(join(folder, 'towns.json'), '[{"town":"Oslo","people":709000}]\n')
  await writeFile(join(folder, 'bill.pdf'), '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n')
  await writeFile(join(folder, 'note.wav'), wav())
  await writeFile(join(folder, 'setup.exe'), Buffer.from('MZ\0\0\x03\0\0\0', 'latin1'))
  app = await startDemo(0)
})
afterAll(async () => {
  await app?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Half a second of silence. */
function wav(): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(4_036, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(8_000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(4_000, 40)
  return Buffer.concat([head, Buffer.alloc(4_000, 0x80)])
}

/** A picture that the browser draws, as a screen shot would come. */
async function drawPng(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 320
    canvas.height = 180
    const context = canvas.getContext('2d')!
    context.fillStyle = '#0e6674'
    context.fillRect(0, 0, 320, 180)
    context.fillStyle = '#eec066'
    for (let bar = 0; bar < 8; bar++) context.fillRect(20 + bar * 36, 160 - bar * 18, 24, bar * 18 + 4)
    return canvas.toDataURL('image/png').slice('data:image/png;base64,'.length)
  })
  return Buffer.from(base64, 'base64')
}

const picker = () => demo.page.locator('form[data-slot="composer"] input[type="file"][multiple]')
const tray = () => demo.page.locator('form[data-slot="composer"]').getByRole('list', { name: 'Attachments' })
const ready = () => demo.page.locator('[data-slot="send"]:not([aria-disabled])').waitFor()
const question = () => demo.page.locator('[data-slot="turn"][data-role="user"]').last()

describe('files with a question', () => {
  beforeAll(async () => void (demo = await app.open()))
  afterAll(() => demo?.close())
  beforeEach(() => demo.startOver())

  it('arrive as they were picked: the endpoint tells size, length and text of each; a reload keeps them', async () => {
    await picker().setInputFiles([
      { name: 'chart.png', mimeType: 'image/png', buffer: await drawPng(demo.page) },
      ...(await Promise.all(
        ['note.wav', 'bill.pdf', 'towns.json'].map(async (name) => ({
          name,
          mimeType: '',
          buffer: await readFile(join(folder, name)),
        })),
      )),
    ])
    await ready()
    await demo.ask('What is in these files?')
    await demo.settle()
    const answer = () => demo.answer.innerText()
    await expect.poll(answer).toContain('4 attachments came with your message')
    await expect.poll(answer).toMatch(/An image: image\/png, [\d,]+ bytes, 320 × 180 pixels/)
    await expect.poll(answer).toContain('A sound: audio/wav, 4,044 bytes, 0.5 seconds')
    await expect.poll(answer).toContain('A file, bill.pdf: application/pdf, 29 bytes')
    await expect.poll(answer).toContain('A text file, towns.json: text, json')
    await expect.poll(answer).toContain('{"town":"Oslo","people":709000}')
    await untilStored(demo.page, 'audio/wav, 4,044 bytes')
    await demo.page.reload()
    await expect.poll(() => question().getByRole('img', { name: 'Attached image' }).count()).toBe(1)
    await expect.poll(() => question().locator('audio').count()).toBe(1)
    await expect.poll(() => question().innerText()).toContain('bill.pdf')
  })

  it('an image out of the clipboard is attached by the paste key', async () => {
    const { page, box } = demo
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const base64 = (await drawPng(page)).toString('base64')
    await page.evaluate(async (data) => {
      const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
      const blob = new Blob([bytes], { type: 'image/png' })
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
    }, base64)
    await box.focus()
    await page.keyboard.press('ControlOrMeta+V')
    await tray().getByText('image.png').waitFor()
    await ready()
    await box.press('Enter')
    await demo.settle()
    await expect
      .poll(() => demo.answer.innerText())
      .toMatch(/An image: image\/png, [\d,]+ bytes, 320 × 180 pixels/)
  })

  it('a folder and a program that are dropped are refused in words, the file beside them is attached; a drop beside the chat opens nothing', async () => {
    const { page } = demo
    const session = await page.context().newCDPSession(page)
    const drop = async (at: { x: number; y: number }, names: string[]): Promise<void> => {
      const data = { items: [], files: names.map((name) => join(folder, name)), dragOperationsMask: 1 }
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await session.send('Input.dispatchDragEvent', { type, ...at, data })
    }
    const log = await boxOf(page.getByRole('region', { name: 'Conversation' }))
    const middle = { x: log.x + log.width / 2, y: log.y + log.height / 2 }
    const over = { items: [], files: [join(folder, 'bill.pdf')], dragOperationsMask: 1 }
    await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...middle, data: over })
    await page.getByText('Drop to attach').waitFor()
    await session.send('Input.dispatchDragEvent', { type: 'dragOver', x: 20, y: 20, data: over })
    await page.getByText('Drop to attach').waitFor({ state: 'detached' })

    await drop(middle, ['reports', 'setup.exe', 'towns.json'])
    const note = page.getByRole('note').filter({ hasText: 'Not attached' })
    await note.getByText('setup.exe').waitFor()
    await expect.poll(() => note.innerText()).toContain('Not attached: reports. Folders cannot be attached.')
    await expect.poll(() => note.innerText()).toMatch(/cannot be read/)
    await expect.poll(() => tray().getByRole('listitem').count()).toBe(1)

    const url = page.url()
    await drop({ x: 20, y: 20 }, ['bill.pdf'])
    expect(page.url()).toBe(url)
    expect(await tray().getByRole('listitem').count()).toBe(1)
  })
})

/** Names of the files that are stored with begun messages. */
const storedFiles = (): Promise<string[]> =>
  demo.page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const request = indexedDB.open('antiphon-demo-drafts')
        request.addEventListener('error', () => reject(request.error!))
        request.addEventListener('success', () => {
          const all = request.result.transaction('files').objectStore('files').getAll()
          all.addEventListener('success', () => {
            request.result.close()
            resolve((all.result as { files: File[] }[]).flatMap(({ files }) => files.map(({ name }) => name)))
          })
        })
      }),
  )

describe('files in the message box', () => {
  beforeEach(async () => void (demo = await app.open()))
  afterEach(() => demo.close())

  it(
    'are there again after a reload, also in a thread that has no message yet, and go with what is sent',
    { tags: 'hunt' },
    async () => {
      const { page } = demo
      await picker().setInputFiles([join(folder, 'bill.pdf'), join(folder, 'towns.json')])
      await demo.box.fill('What is in these files?')
      await ready()
      await expect.poll(storedFiles).toEqual(['bill.pdf', 'towns.json'])
      await page.reload()
      await tray().getByText('bill.pdf').waitFor()
      await tray().getByText('towns.json').waitFor()
      await expect.poll(() => demo.box.inputValue()).toBe('What is in these files?')
      await ready()
      await page.keyboard.press('Escape')
      await demo.box.press('Enter')
      await demo.settle()
      await expect.poll(() => question().innerText()).toContain('towns.json')
      await expect.poll(storedFiles).toEqual([])
      await page.reload()
      await demo.answer.waitFor()
      expect(await tray().count()).toBe(0)
    },
  )

  it('are in no export, and gone once their thread is deleted for good', { tags: 'hunt' }, async () => {
    const { page } = demo
    await demo.ask('Decline this one')
    await demo.settle()
    await picker().setInputFiles(join(folder, 'bill.pdf'))
    await expect.poll(storedFiles).toEqual(['bill.pdf'])
    const exported = await readFile(await exportAll(page), 'utf8')
    expect(exported).toContain('Decline this one')
    expect(exported).not.toContain('bill.pdf')
    await actOnThread(page, 'Decline this one', 'Delete')
    await page.getByText('Deleted “Decline this one”').waitFor()
    // Beyond the time in which it can be had back, the next start clears it away.
    await page.clock.install({ time: Date.now() + 60_000 })
    await page.reload()
    await expect.poll(storedFiles).toEqual([])
  })
})
