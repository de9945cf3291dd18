// @module-tag hunt
import { cleanup } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, expect, it } from 'vitest'
import { cdp } from 'vitest/browser'
import { copied } from './support/copied.js'
import {
  COUNT,
  HEIGHT,
  drawn,
  everyMark,
  inView,
  markOf,
  marksIn,
  messages,
  open,
  topOf,
  turn,
  viewport,
} from './support/long-thread.js'
import { rest } from './support/rest.js'

afterEach(() => {
  cleanup()
  document.getSelection()?.removeAllRanges()
  history.replaceState(null, '', location.pathname + location.search)
})

it('every message is an article with a name, in order, for those who listen', async () => {
  await open()
  await rest()
  const articles = [...document.querySelectorAll('[data-slot=turns] article')]
  expect(articles.map((article) => article.getAttribute('data-turn-id'))).toEqual(
    messages.map(({ id }) => id),
  )
  expect(articles.filter((article) => !article.getAttribute('aria-label'))).toEqual([])
  expect(articles.filter((article) => article.closest('[aria-hidden], [hidden], [inert]'))).toEqual([])
})

it('text in boxes passes what axe checks, in both themes', async () => {
  for (const theme of ['light', 'dark'] as const) {
    await open({ messages: messages.slice(0, 240), theme })
    await rest()
    const { violations } = await axe.run('[data-slot=turns]', { rules: { region: { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    cleanup()
  }
})

/** Some builds of Chromium, such as the one from npm, have no search: `window.find` misses even what is in view. */
function findInPage(text: string): boolean | undefined {
  const { find } = window as unknown as { find(text: string, ...options: boolean[]): boolean }
  const found = (words: string): boolean => {
    document.getSelection()!.collapse(document.body, 0)
    return find.call(window, words, true, false, true)
  }
  const seen = marksIn(inView().at(-1)!.textContent)[0]!
  if (found(seen)) return found(text)
  console.log('find-in-page: this browser cannot search; what a search looks at is checked instead')
  return undefined
}

it('find-in-page finds a word thousands of messages away, and the reader gets the message drawn', async () => {
  await open()
  await rest()
  const found = findInPage(markOf(2345))
  if (found === undefined) {
    // The search of every browser needs text that is neither hidden nor left out, in one piece.
    expect(turn(2345).checkVisibility({ visibilityProperty: true, opacityProperty: true })).toBe(true)
    expect(turn(2345).firstChild!.nodeValue).toContain(markOf(2345))
    turn(2345).scrollIntoView()
  } else {
    expect(found).toBe(true)
    expect(document.getSelection()!.getRangeAt(0).toString()).toBe(markOf(2345))
    document.getSelection()!.getRangeAt(0).startContainer.parentElement!.scrollIntoView()
    document.getSelection()!.removeAllRanges()
  }
  await expect.poll(() => turn(2345).dataset['plain']).toBeUndefined()
  await rest()
  expect(topOf(turn(2345))).toBeLessThan(HEIGHT)
  expect(topOf(turn(2345)) + turn(2345).offsetHeight).toBeGreaterThan(0)
  expect(turn(2345).querySelector('[data-slot=markdown]')).not.toBeNull()
})

it('select-all and copy give every message, in order', async () => {
  await open()
  await rest()
  expect(marksIn(await copied(document.querySelector('[data-slot=turns]')!))).toEqual(everyMark)
})

it('a selection outlives scrolling far away', async () => {
  await open()
  await rest()
  const line = inView()[0]!
  document.getSelection()!.selectAllChildren(line)
  const words = document.getSelection()!.toString()
  expect(words).not.toBe('')
  viewport().scrollTop = 0
  await rest()
  expect(document.getSelection()!.toString()).toBe(words)
})

it.skipIf(!cdp)('prints every message, none of them cut (needs CDP)', async () => {
  await open()
  await rest()
  const { send } = cdp() as unknown as { send(method: string, params: object): Promise<unknown> }
  await send('Emulation.setEmulatedMedia', { media: 'print' })
  try {
    await rest()
    const rows = [...document.querySelectorAll<HTMLElement>('[data-slot=turns] article')]
    expect(rows).toHaveLength(COUNT)
    const cut = rows.filter((row) => row.scrollHeight > row.clientHeight + 1 || row.clientHeight === 0)
    expect(cut.map((row) => row.dataset['turnId'])).toEqual([])
    const bottoms = rows.map((row) => row.getBoundingClientRect().bottom)
    expect(bottoms.every((bottom, at) => at === 0 || bottom > bottoms[at - 1]!)).toBe(true)
  } finally {
    await send('Emulation.setEmulatedMedia', { media: '' })
  }
})

it('a thread of up to 1,000 turns prints with all of them drawn, and is as it was afterwards', async () => {
  await open({ messages: messages.slice(0, 600) })
  await rest()
  const before = drawn().length
  window.dispatchEvent(new Event('beforeprint'))
  await expect.poll(() => drawn().length).toBe(600)
  window.dispatchEvent(new Event('afterprint'))
  await expect.poll(() => drawn().length).toBeLessThan(before + 80)
})

it('of a longer thread the first 1,000 turns print drawn, and the others as text', async () => {
  await open()
  await rest()
  const before = drawn().length
  // At once: a browser takes the page when the event is over.
  window.dispatchEvent(new Event('beforeprint'))
  const plain = [...document.querySelectorAll<HTMLElement>('[data-slot=turns] article[data-plain]')]
  window.dispatchEvent(new Event('afterprint'))
  const first = messages.findIndex(({ id }) => id === plain[0]!.dataset['turnId'])
  expect(first).toBeGreaterThan(950)
  expect(first).toBeLessThanOrEqual(1000)
  await expect.poll(() => drawn().length).toBeLessThan(before + 80)
})

it('a link to a message far away leads to it', async () => {
  await open({ idPrefix: 'to-' })
  await rest()
  location.hash = '#to-m1000'
  await expect.poll(() => turn(1000).dataset['plain']).toBeUndefined()
  await rest()
  expect(Math.abs(topOf(turn(1000)))).toBeLessThanOrEqual(1)
})
