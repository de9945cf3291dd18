import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectOwnHeight, HEIGHT_WINDOW, openHosts, type HostPages } from './support/host-pages.js'

let hosts: HostPages
beforeAll(async () => void (hosts = await openHosts()))
afterAll(() => hosts?.close())

test.each(['template', 'block', 'padded', 'below a header', 'shrinking'])(
  'where its place has no height, a chat has one, and the page does not grow with the thread: %s',
  async (place) => expectOwnHeight(await hosts.sizesIn(place)),
)

test.each([
  ['fixed', 400],
  ['flex', HEIGHT_WINDOW.height - 56],
  ['grid', HEIGHT_WINDOW.height - 56],
  ['higher than the window', 1500],
  ['right to left', 400],
  ['widget', 480, 320],
  ['limited in height', 300],
  ['of its own height', 360],
  ['beside another', HEIGHT_WINDOW.height, 500],
])('where its place has a height, a chat fills it: %s', async (place, height, width?: number) => {
  for (const { chat, scroll } of await hosts.sizesIn(place)) {
    expect(chat.height).toBe(height)
    if (width) expect(chat.width).toBe(width)
    expect(scroll[0]).toBe(0)
  }
})
