import { mkdirSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  configure,
  startDemo,
  untilStill,
  type DemoApp,
  type DemoPage,
  actOnThread,
  chooseOfApp,
} from './demo-app.js'
import { axeFindings } from './support/axe.js'

const shots = process.env['ANTIPHON_SHOTS']
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
  app = await startDemo(0, { warnings: true })
})
afterAll(async () => {
  await app?.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => void (demo = await app.open()))
afterEach(() => demo.close())

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
async function drawPng(page: Page, height = 180): Promise<Buffer> {
  const base64 = await page.evaluate((height) => {
    const canvas = document.createElement('canvas')
    canvas.width = 320
    canvas.height = height
    const context = canvas.getContext('2d')!
    context.fillStyle = '#0e6674'
    context.fillRect(0, 0, 320, height)
    context.fillStyle = '#eec066'
    for (let bar = 0; bar < 8; bar++) context.fillRect(20 + bar * 36, 160 - bar * 18, 24, bar * 18 + 4)
    return canvas.toDataURL('image/png').slice('data:image/png;base64,'.length)
  }, height)
  return Buffer.from(base64, 'base64')
}

const picker = () => demo.page.locator('form[data-slot="composer"] input[type="file"][multiple]')
const tray = () => demo.page.locator('form[data-slot="composer"]').getByRole('list', { name: 'Attachments' })
const ready = () => demo.page.locator('[data-slot="send"]:not([aria-disabled])').waitFor()
const question = () => demo.page.locator('[data-slot="turn"][data-role="user"]').last()
const shoot = async (name: string): Promise<void> => {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await demo.page.screenshot({ path: join(shots, `${name}.png`) })
}

async function findings(page: Page): Promise<string[]> {
  await untilStill(page)
  return axeFindings(page)
}

describe('files with a question', () => {
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
    await shoot('tray')
    await demo.ask('What is in these files?')
    await demo.settle()
    const answer = await demo.answer.innerText()
    expect(answer).toContain('4 attachments came with your message')
    expect(answer).toMatch(/An image: image\/png, [\d,]+ bytes, 320 × 180 pixels/)
    expect(answer).toContain('A sound: audio/wav, 4,044 bytes, 0.5 seconds')
    expect(answer).toContain('A file, bill.pdf: application/pdf, 29 bytes')
    expect(answer).toContain('A text file, towns.json: text, json')
    expect(answer).toContain('{"town":"Oslo","people":709000}')
    await shoot('answered')
    await demo.page.reload()
    await expect.poll(() => question().getByRole('img', { name: 'Attached image' }).count()).toBe(1)
    await expect.poll(() => question().locator('audio').count()).toBe(1)
    expect(await question().innerText()).toContain('bill.pdf')
  })

  it('are edited with the question in its place: one goes, the answer is about the rest', async () => {
    await picker().setInputFiles([join(folder, 'towns.json'), join(folder, 'bill.pdf')])
    await ready()
    await demo.ask('What is in these files?')
    await demo.settle()
    await question().hover()
    await question().getByRole('button', { name: 'Edit your message' }).click()
    await shoot('editing')
    expect(await findings(demo.page)).toEqual([])
    await question().getByRole('button', { name: 'Remove towns.json' }).click()
    await question().getByRole('textbox', { name: 'Your message' }).fill('What is in this file?')
    await question().getByRole('button', { name: 'Save and send' }).click()
    await demo.answer.getByText('One attachment came with your message').first().waitFor()
    await demo.settle()
    expect(await question().getByRole('group', { name: 'Version 2 of 2' }).count()).toBe(1)
    expect(await question().innerText()).not.toContain('towns.json')
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
    expect(await demo.answer.innerText()).toMatch(/An image: image\/png, [\d,]+ bytes, 320 × 180 pixels/)
  })

  it('a folder and a program that are dropped are refused in words, the file beside them is attached; a drop beside the chat opens nothing', async () => {
    const { page } = demo
    const session = await page.context().newCDPSession(page)
    const drop = async (at: { x: number; y: number }, names: string[]): Promise<void> => {
      const data = { items: [], files: names.map((name) => join(folder, name)), dragOperationsMask: 1 }
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await session.send('Input.dispatchDragEvent', { type, ...at, data })
    }
    const log = (await page.getByRole('region', { name: 'Conversation' }).boundingBox())!
    const middle = { x: log.x + log.width / 2, y: log.y + log.height / 2 }
    const over = { items: [], files: [join(folder, 'bill.pdf')], dragOperationsMask: 1 }
    await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...middle, data: over })
    await page.getByText('Drop to attach').waitFor()
    await shoot('drag-over')
    await session.send('Input.dispatchDragEvent', { type: 'dragOver', x: 20, y: 20, data: over })
    await page.getByText('Drop to attach').waitFor({ state: 'detached' })

    await drop(middle, ['reports', 'setup.exe', 'towns.json'])
    const note = page.getByRole('note').filter({ hasText: 'Not attached' })
    await note.getByText('setup.exe').waitFor()
    expect(await note.innerText()).toContain('Not attached: reports. Folders cannot be attached.')
    expect(await note.innerText()).toMatch(/cannot be read/)
    await expect.poll(() => tray().getByRole('listitem').count()).toBe(1)
    await shoot('refused')

    const url = page.url()
    await drop({ x: 20, y: 20 }, ['bill.pdf'])
    expect(page.url()).toBe(url)
    expect(await tray().getByRole('listitem').count()).toBe(1)
  })

  it('wait in their thread while one looks at another', async () => {
    const { page } = demo
    await demo.ask('Decline this one')
    await demo.settle()
    await picker().setInputFiles(join(folder, 'bill.pdf'))
    await tray().getByText('bill.pdf').waitFor()
    await page.getByRole('button', { name: 'New conversation' }).click()
    await tray().waitFor({ state: 'detached' })
    await page.getByRole('navigation').getByRole('link', { name: 'Decline this one' }).click()
    await tray().getByText('bill.pdf').waitFor()
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
  it('are there again after a reload, also in a thread that has no message yet, and go with what is sent', async () => {
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
  })

  it('are in no export, and gone once their thread is deleted for good', async () => {
    const { page } = demo
    await demo.ask('Decline this one')
    await demo.settle()
    await picker().setInputFiles(join(folder, 'bill.pdf'))
    await expect.poll(storedFiles).toEqual(['bill.pdf'])
    const download = page.waitForEvent('download')
    await chooseOfApp(page, 'Export all')
    const exported = await readFile(await (await download).path(), 'utf8')
    expect(exported).toContain('Decline this one')
    expect(exported).not.toContain('bill.pdf')
    await actOnThread(page, 'Decline this one', 'Delete')
    await page.getByText('Deleted “Decline this one”').waitFor()
    // Beyond the time in which it can be had back, the next start clears it away.
    await page.clock.install({ time: Date.now() + 60_000 })
    await page.reload()
    await expect.poll(storedFiles).toEqual([])
  })

  it('that do not fit into the storage of the browser stay until the page is left, and a line says so', async () => {
    const { page } = demo
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('The disk is full.', 'QuotaExceededError')
      }
    })
    await picker().setInputFiles(join(folder, 'bill.pdf'))
    await page
      .getByText('Browser storage is full. What is attached can be sent; a reload would lose it.')
      .waitFor()
    await ready()
    await shoot('files-not-stored')
  })
})

it('an endpoint that takes no sound says so at the attachment, before anything is sent', async () => {
  await picker().setInputFiles([join(folder, 'note.wav'), join(folder, 'towns.json')])
  await ready()
  expect(await tray().innerText()).not.toContain('takes no such')
  await configure(demo, { baseUrl: 'http://localhost:11434/v1', model: 'some-model' })
  await tray().getByText('Ollama takes no such attachment: the model will see its name only.').waitFor()
  expect(await tray().getByText('takes no such attachment').count()).toBe(1)
  await shoot('unseen')
})

it.each(['light', 'dark'] as const)('axe finds nothing with everything attached, %s', async (colorScheme) => {
  await demo.close()
  demo = await app.open({ colorScheme })
  await picker().setInputFiles([
    { name: 'chart.png', mimeType: 'image/png', buffer: await drawPng(demo.page) },
    { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    { name: 'invoice\u202egpj.txt', mimeType: 'text/plain', buffer: Buffer.from('x'.repeat(3_000)) },
  ])
  await ready()
  expect(await findings(demo.page)).toEqual([])
  await shoot(`everything-${colorScheme}`)
})

describe('what was sent, in the question', () => {
  const PDF =
    '%PDF-1.4\n1 0 obj<</Type /Pages /Count 2>>endobj 2 0 obj<</Type /Page>>endobj 3 0 obj<</Type/Page >>endobj\n'
  const send = async () => {
    const file = (name: string, buffer: Buffer) => ({ name, mimeType: '', buffer })
    await picker().setInputFiles([
      { name: 'tall.png', mimeType: 'image/png', buffer: await drawPng(demo.page, 1_200) },
      file('bill.pdf', Buffer.from(PDF)),
      { name: 'wide.png', mimeType: 'image/png', buffer: await drawPng(demo.page) },
      file('note.wav', await readFile(join(folder, 'note.wav'))),
      file('invoice.pdf', Buffer.from(PDF)),
    ])
    await ready()
    await demo.ask('What is in these files?')
    await demo.settle()
  }
  const boxes = (slot: string) =>
    question()
      .locator(`[data-slot="${slot}"]`)
      .evaluateAll((all) =>
        all.map((element) => {
          const { width, height, top } = element.getBoundingClientRect()
          return { size: `${Math.round(width)}x${Math.round(height)}`, top: Math.round(top) }
        }),
      )

  it.each([
    ['a desktop', {}],
    ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true }],
  ])('is set by kind, each in one size, on %s', async (_, options) => {
    await demo.close()
    demo = await app.open(options)
    await send()
    const [tiles, cards, players] = await Promise.all(['image-tile', 'file-card', 'audio'].map(boxes))
    expect(tiles!.map(({ size }) => size)).toEqual(['120x120', '120x120'])
    expect(cards!.map(({ size }) => size)).toEqual(['200x56', '200x56'])
    expect(players!.map(({ size }) => size)).toEqual(['288x56'])
    expect(new Set(tiles!.map(({ top }) => top)).size).toBe(1)
    expect(Math.max(...tiles!.map(({ top }) => top))).toBeLessThan(Math.min(...cards!.map(({ top }) => top)))
    expect(Math.max(...cards!.map(({ top }) => top))).toBeLessThan(players![0]!.top)
    await expect
      .poll(() => question().locator('[data-slot="file-card"]').first().innerText())
      .toMatch(/bill\.pdf[^]*2 pages · \d+ byte/)
    await shoot(`sent-${'viewport' in options ? 'phone' : 'desktop'}`)
  })

  it('a picture is shown as large as the window: arrows, Escape, save; the focus is back on its tile', async () => {
    await send()
    const first = question().getByRole('button', { name: 'Enlarge: Image 1' })
    await first.focus()
    await demo.page.keyboard.press('Enter')
    const box = demo.page.getByRole('dialog', { name: 'Images' })
    await box.getByText('1 of 2 · 320 × 1,200').waitFor()
    expect(await findings(demo.page)).toEqual([])
    await shoot('lightbox')
    await demo.page.keyboard.press('ArrowRight')
    await box.getByText('2 of 2 · 320 × 180').waitFor()
    await demo.page.keyboard.press('ArrowRight')
    await demo.page.keyboard.press('ArrowLeft')
    await box.getByText('1 of 2 · 320 × 1,200').waitFor()
    const link = box.getByRole('link', { name: 'Save: Image 1' })
    const [download] = await Promise.all([demo.page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toBe('Image 1.png')
    await demo.page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
    expect(await first.evaluate((tile) => tile === document.activeElement)).toBe(true)
  })

  it('a sound has a player of its own, by mouse and keys', async () => {
    await send()
    const player = question().getByRole('group', { name: 'Audio' })
    const position = player.getByRole('slider', { name: 'Position' })
    await expect.poll(() => position.getAttribute('max')).toBe('0.5')
    // Each key moves from where the one before it went.
    await position.focus()
    await demo.page.keyboard.press('ArrowRight')
    await demo.page.keyboard.press('ArrowRight')
    expect(await position.inputValue()).toBe('0.2')
    await demo.page.keyboard.press('End')
    await expect
      .poll(() => player.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime))
      .toBeGreaterThan(0.3)
    // It begins anew at its end, also while it is still on its way there.
    await demo.page.keyboard.press('Home')
    await expect
      .poll(() =>
        player
          .locator('audio')
          .evaluate(({ seeking, currentTime }: HTMLAudioElement) => [seeking, currentTime]),
      )
      .toEqual([false, 0])
    await player.evaluate((element) => {
      const audio = element.querySelector('audio')!
      audio.currentTime = audio.duration
      element.querySelector('button')!.click()
    })
    await expect
      .poll(() => player.locator('audio').evaluate((audio: HTMLAudioElement) => audio.played.length))
      .toBeGreaterThan(0)
    // The mouse begins it anew when it has played to its end.
    await expect
      .poll(() => player.locator('audio').evaluate((audio: HTMLAudioElement) => audio.ended))
      .toBe(true)
    const plays = player
      .locator('audio')
      .evaluate(
        (audio: HTMLAudioElement) =>
          new Promise((resolve) =>
            audio.addEventListener('playing', () => resolve('playing'), { once: true }),
          ),
      )
    await player.getByRole('button', { name: 'Play' }).click()
    expect(await plays).toBe('playing')
  })
})
