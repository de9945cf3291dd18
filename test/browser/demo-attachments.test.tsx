import { screen, within } from '@testing-library/react'
import axe from 'axe-core'
import { describe, expect, it, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { pdfFile, textFile, wavFile } from './support/attachment-files.js'
import { answer, find, hasFocus, hear, openDemo, settled } from './support/demo-page.js'
import { rest } from './support/rest.js'

const towns = () => textFile('towns.json', '[{"town":"Oslo","people":709000}]\n')
const tray = () =>
  within(document.querySelector<HTMLElement>('#message')!).queryByRole('list', { name: 'Attachments' })
const question = () =>
  [...document.querySelectorAll<HTMLElement>('[data-slot="turn"][data-role="user"]')].at(-1)!

async function attach(...files: File[]): Promise<void> {
  const picker = document.querySelector<HTMLInputElement>('#message input[type="file"][multiple]')!
  await userEvent.upload(picker, files)
  await find('[data-slot="send"]:not([aria-disabled])')
}

async function findings(): Promise<string[]> {
  await rest()
  const { violations } = await axe.run(document, { resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)
}

/** A picture that the browser draws, as a screen shot would come. */
async function drawPng(name: string, height = 180): Promise<File> {
  const canvas = new OffscreenCanvas(320, height)
  const context = canvas.getContext('2d')!
  context.fillStyle = '#0e6674'
  context.fillRect(0, 0, 320, height)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' })
}

describe('files in the message box', () => {
  it('wait in their thread while one looks at another; the answer is about them; edited in its place the question loses one', async () => {
    await openDemo()
    await hear('Decline this one')
    await attach(towns(), pdfFile('bill.pdf'))
    await userEvent.click(screen.getByRole('button', { name: 'New conversation' }))
    await expect.poll(tray).toBeNull()
    const list = within(screen.getByRole('navigation'))
    await userEvent.click(list.getAllByRole('link', { name: /Decline this one/ })[0]!)
    await expect.poll(() => tray()?.textContent).toContain('bill.pdf')
    await find('[data-slot="send"]:not([aria-disabled])')

    await hear('What is in these files?')
    await expect.poll(() => answer().innerText).toContain('2 attachments came with your message')
    await userEvent.hover(question())
    await userEvent.click(within(question()).getByRole('button', { name: 'Edit your message' }))
    expect(await findings()).toEqual([])
    await userEvent.click(within(question()).getByRole('button', { name: 'Remove towns.json' }))
    const field = within(question()).getByRole('textbox', { name: 'Your message' })
    await userEvent.fill(field, 'What is in this file?')
    await userEvent.click(within(question()).getByRole('button', { name: 'Save and send' }))
    await expect.poll(() => answer()?.innerText).toContain('One attachment came with your message')
    await settled()
    expect(within(question()).getAllByRole('group', { name: 'Version 2 of 2' })).toHaveLength(1)
    expect(question().innerText).not.toContain('towns.json')
  })

  it(
    'that do not fit into the storage of the browser stay until the page is left, and a line says so',
    { tags: 'hunt' },
    async () => {
      await openDemo()
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
        throw new DOMException('The disk is full.', 'QuotaExceededError')
      })
      await attach(pdfFile('bill.pdf'))
      await screen.findByText(
        'Browser storage is full. Attached files can be sent; a reload would lose them.',
      )
      expect(tray()).toHaveTextContent('bill.pdf')
    },
  )

  it('axe finds nothing with everything attached, light and dark', { tags: 'hunt' }, async () => {
    await openDemo()
    const name = 'invoice\u202egpj.txt'
    await attach(await drawPng('chart.png'), textFile('empty.txt', ''), textFile(name, 'x'.repeat(3_000)))
    // Where an earlier file left the pointer there may be a button now, whose tooltip is in no landmark.
    await userEvent.hover(document.body, { position: { x: 1, y: 1 } })
    const { send } = cdp() as unknown as { send(method: string, params: object): Promise<unknown> }
    for (const value of ['light', 'dark']) {
      await send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] })
      expect({ value, findings: await findings() }).toEqual({ value, findings: [] })
    }
    await send('Emulation.setEmulatedMedia', { features: [] })
  })
})

describe('the files of a question that was sent', () => {
  const pages =
    '1 0 obj<</Type /Pages /Count 2>>endobj 2 0 obj<</Type /Page>>endobj 3 0 obj<</Type/Page >>endobj\n'
  async function openSent(): Promise<void> {
    await openDemo()
    const pdf = (name: string) => textFile(name, `%PDF-1.4\n${pages}`)
    const pictures = [await drawPng('tall.png', 1_200), await drawPng('wide.png')] as const
    await attach(pictures[0], pdf('bill.pdf'), pictures[1], wavFile('note.wav', 4_000), pdf('invoice.pdf'))
    await hear('What is in these files?')
  }
  const boxes = (selector: string) =>
    [...question().querySelectorAll(selector)].map((element) => {
      const { width, height, top } = element.getBoundingClientRect()
      return { size: `${Math.round(width)}x${Math.round(height)}`, top: Math.round(top) }
    })

  it(
    'are set by kind, each in one size, on a desktop and on a phone; a picture is shown as large as the window',
    { tags: 'hunt' },
    async () => {
      await openSent()
      const areSetByKind = (): void => {
        const [tiles, cards, players] = ['[data-slot=image-tile]', '[data-slot=file-card]', 'audio'].map(
          boxes,
        )
        expect(tiles!.map(({ size }) => size)).toEqual(['120x120', '120x120'])
        expect(cards!.map(({ size }) => size)).toEqual(['200x56', '200x56'])
        expect(players!.map(({ size }) => size)).toEqual(['288x56'])
        const tops = (all: { top: number }[] | undefined) => all!.map(({ top }) => top)
        expect(new Set(tops(tiles)).size).toBe(1)
        expect(Math.max(...tops(tiles))).toBeLessThan(Math.min(...tops(cards)))
        expect(Math.max(...tops(cards))).toBeLessThan(tops(players)[0]!)
      }
      areSetByKind()
      await expect
        .poll(() => question().querySelector<HTMLElement>('[data-slot="file-card"]')!.innerText)
        .toMatch(/bill\.pdf[^]*\d+ bytes · 2 pages/)
      await page.viewport(390, 844)
      await expect.poll(() => innerWidth).toBe(390)
      await vi.waitFor(areSetByKind)
      await page.viewport(1280, 900)

      const first = within(question()).getByRole('button', { name: 'Enlarge: Image 1' })
      first.focus()
      await userEvent.keyboard('{Enter}')
      const lightbox = within(await screen.findByRole('dialog', { name: 'Images' }))
      await lightbox.findByText('1 of 2 · 320 × 1,200')
      expect(await findings()).toEqual([])
      await userEvent.keyboard('{ArrowRight}')
      await lightbox.findByText('2 of 2 · 320 × 180')
      await userEvent.keyboard('{ArrowRight}{ArrowLeft}')
      await lightbox.findByText('1 of 2 · 320 × 1,200')
      const link = lightbox.getByRole('link', { name: 'Save: Image 1' })
      // The ending is the browser's part, which knows it by the type.
      expect(link).toHaveAttribute('download', 'Image 1')
      const { type } = await (await fetch(link.getAttribute('href')!)).blob()
      expect(type).toBe('image/png')
      await userEvent.keyboard('{Escape}')
      await expect.poll(() => screen.queryByRole('dialog', { name: 'Images' })).toBeNull()
      expect(hasFocus(first)).toBe(true)
    },
  )
})
