import type { ToolMessage } from '@antiphon/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import * as fc from 'fast-check'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { storyCall } from '../../fixtures/story-calls.js'
import { lazyLive } from '../live-parts/use-live-parts.js'
import { ToolCallView } from './tool-call.js'
import { assertProperty } from '../../../../../test/support/property.js'

// A chat has them before the first call, and a server before its first page.
beforeAll(() => lazyLive.load())

const rows = Array.from({ length: 120 }, (_, at) => ({ id: at, tags: [`t${at}`], nested: { at } }))
const element = (args: unknown, result: ToolMessage['content'], open = false) => (
  <ToolCallView call={storyCall('read', args, { result })} defaultOpen={open} />
)
const body = (container: Element): HTMLElement => container.querySelector('[data-slot=tool-call-body]')!
const isWhole = (container: Element): boolean => container.querySelector('[data-slot=tool-result]') !== null

/** Pieces of text in an open body that say something of the data: no buttons, no counts of entries, no bare positions. */
function wordsOf(container: Element): string[] {
  const places =
    'dt, dd > code, [data-slot=key] + code, li > code, [data-slot=key], td, th, pre:not([data-slot=diff]), pre > div'
  return [...body(container).querySelectorAll(places)]
    .map((place) => place.textContent.trim())
    .filter((word) => word !== '' && !/^\d+$|^(\[\]|\{\})$/.test(word))
}

test.each([
  ['a small tree', { path: 'pool.ts', deep: { a: [1, { b: 'x "y"' }] } }, '{"a":{"b":{"c":["deep down"]}}}'],
  ['a table', {}, '[{"pod":"a","ms":3},{"pod":"b","ms":4,"note":null}]'],
  ['a log', { lines: 3 }, Array.from({ length: 90 }, (_, at) => `line ${at}`).join('\n')],
  ['a large tree', { rows }, JSON.stringify(rows)],
  ['a diff', { file: 'a' }, '--- a\n+++ b\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n'],
  ['arguments that are no JSON', '{"path": "che', 'ok'],
  ['nothing at all', {}, ''],
])('%s behind a closed row is one text with every word that opening it shows', (_, args, result) => {
  const open = render(element(args, result, true))
  const words = wordsOf(open.container).map((word) => word.replaceAll(/\s+/g, ' '))
  cleanup()
  const { container } = render(element(args, result))
  expect(body(container).childElementCount).toBe(0)
  const text = body(container).textContent.replaceAll(/\s+/g, ' ')
  for (const word of words) expect(text).toContain(word)
  if (words.length === 0) expect(text).toBe('No arguments Returned nothing')
})

test('any small value keeps its words', () => {
  assertProperty(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), fc.jsonValue(), (args, result) => {
      const open = render(element(args, JSON.stringify(result), true))
      const words = wordsOf(open.container)
      cleanup()
      const { container } = render(element(args, JSON.stringify(result)))
      const text = body(container).textContent
      for (const word of words) expect(text).toContain(word)
      cleanup()
    }),
    { numRuns: 60 },
  )
})

test('the first opening draws the body, and it stays drawn', async () => {
  const { container } = render(element({ path: 'pool.ts' }, '{"size": 5}'))
  const row = screen.getByRole('button', { name: /read/ })
  expect(isWhole(container)).toBe(false)
  await userEvent.click(row)
  expect(isWhole(container)).toBe(true)
  expect(container.querySelector('[data-closed]')).toBeNull()
  await userEvent.click(row)
  expect(row).toHaveAttribute('aria-expanded', 'false')
  expect(isWhole(container)).toBe(true)
})

test('what find-in-page meets in it is drawn when the event is over', async () => {
  const { container } = render(element({ path: 'pool.ts' }, 'ok'))
  const inner = container.querySelector('[data-slot=fold-inner]')!
  expect(inner).toHaveAttribute('hidden', 'until-found')
  await act(async () => void inner.dispatchEvent(new Event('beforematch', { bubbles: true })))
  expect(screen.getByRole('button', { name: /^Done read/ })).toHaveAttribute('aria-expanded', 'true')
  expect(isWhole(container)).toBe(true)
})

test('on paper it is drawn, and afterwards it is one text again', () => {
  const { container } = render(element({ path: 'pool.ts' }, '{"size": 5}'))
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(isWhole(container)).toBe(true)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(isWhole(container)).toBe(false)
})

test('a closed call costs the same elements whatever is in it', () => {
  const size = (args: unknown, result: string): number => {
    const { container } = render(element(args, result))
    const count = container.querySelectorAll('*').length
    cleanup()
    return count
  }
  expect(size({ rows }, JSON.stringify(rows))).toBe(size({ rows: [] }, 'x'))
})

test('ten thousand values are not drawn at once, and their number is told', () => {
  const value = Array.from({ length: 100 }, () => Array.from({ length: 100 }, (_, at) => at))
  const { container } = render(element({ rows: value }, JSON.stringify(value), true))
  expect(container.querySelectorAll('*').length).toBeLessThan(10_000)
  expect(screen.getAllByRole('button', { name: 'Show all 100 rows' }).length).toBeGreaterThan(0)
})

test('a server writes it whole, what hides in it named, and the page wakes up without a warning', async () => {
  const page = element({ path: 'a\u202eb' }, 'the result')
  const html = renderToString(page)
  expect(html).toContain('the result')
  expect(html).toContain('title="U+202E"')
  expect(html).not.toContain('\u202e')
  const root = document.createElement('div')
  root.innerHTML = html
  const warned = vi.spyOn(console, 'error')
  const onRecoverableError = vi.fn()
  const mounted = await act(async () => hydrateRoot(root, page, { onRecoverableError }))
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(warned).not.toHaveBeenCalled()
  await act(async () => mounted.unmount())
  warned.mockRestore()
})

test('until its code is there a page keeps what the server wrote, and then takes it over', async () => {
  const page = element({ path: 'pool.ts' }, 'the result', true)
  const root = document.createElement('div')
  root.innerHTML = renderToString(page)
  const served = body(root)
  let arrive: (parts: Awaited<ReturnType<typeof lazyLive.load>>) => void = () => {}
  const peek = vi.spyOn(lazyLive, 'peek').mockReturnValue(undefined)
  const load = vi.spyOn(lazyLive, 'load').mockReturnValue(new Promise((resolve) => (arrive = resolve)))
  const onRecoverableError = vi.fn()
  const mounted = await act(async () => hydrateRoot(root, page, { onRecoverableError }))
  expect(body(root)).toBe(served)
  expect(served.textContent).toContain('the result')
  peek.mockRestore()
  load.mockRestore()
  await act(async () => arrive(await lazyLive.load()))
  expect(body(root)).toBe(served)
  await act(async () => served.querySelector<HTMLElement>('button[aria-pressed]')!.click())
  expect(served.querySelector('[aria-pressed=true]')).not.toBeNull()
  expect(onRecoverableError).not.toHaveBeenCalled()
  await act(async () => mounted.unmount())
})

test('a page that no server drew shows the row at once, and its body when the code is there', async () => {
  const peek = vi.spyOn(lazyLive, 'peek').mockReturnValue(undefined)
  const { container, rerender } = render(element({ path: 'pool.ts' }, 'the result', true))
  expect(screen.getByRole('button', { name: /read/ })).toBeVisible()
  expect(body(container)).toBeNull()
  peek.mockRestore()
  rerender(element({ path: 'pool.ts' }, 'the result', true))
  expect(body(container).textContent).toContain('the result')
})
