import { Markdown } from '@antiphon/ui/markdown'
import { lazyGrowth } from '../../packages/ui/src/markdown/render/markdown.js'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/src/markdown/markdown.css'

beforeAll(() => lazyGrowth.load())
afterEach(cleanup)

const frame = (): Promise<unknown> => new Promise(requestAnimationFrame)

interface PageProps {
  text: string
  streaming?: boolean
  /** The moment after which a word shows in any case does not pass, however busy the machine is. */
  holds?: boolean
}

/** So narrow that the bold word begins in the first line and, when it is whole, has room in the second only. */
function Page({ text, streaming = true, holds }: PageProps) {
  return (
    <div data-antiphon-root="" style={{ inlineSize: '15em', fontFamily: 'monospace' }}>
      {holds && <style>{'strong, em, code, i { animation-duration: 60s !important }'}</style>}
      <Markdown text={text} streaming={streaming} caret={<i data-slot="caret" />} />
    </div>
  )
}

const start = 'One two three four '
const bold = () => document.querySelector('strong')!
const isSeen = () => getComputedStyle(bold()).visibility === 'visible'

const isCaretSeen = () =>
  getComputedStyle(document.querySelector('[data-slot="caret"]')!).visibility === 'visible'

/** Sums the layout shifts that Chrome counts while a text grows, letter by letter. */
async function shiftsWhile(texts: readonly string[]): Promise<number> {
  let sum = 0
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value
  })
  observer.observe({ type: 'layout-shift' })
  const view = render(<Page holds text={texts[0]!} />)
  for (const text of texts) {
    view.rerender(<Page holds text={text} />)
    await frame()
  }
  // The last shift is reported a little later.
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 200 }))
  await frame()
  observer.disconnect()
  return sum
}

const grown = (marked: string): string[] => Array.from(marked, (_, i) => start + marked.slice(0, i + 1))

describe('the first word of a mark', () => {
  test.each([
    ['bold', '**wonderful things'],
    ['emphasis', '*wonderful things'],
    ['code', '`wonderful things'],
  ])('in %s does not jump to the next line while it grows', async (_, marked) => {
    expect(await shiftsWhile(grown(marked))).toBe(0)
  })

  test('is in the document at once, and shows when it is whole', async () => {
    const view = render(<Page holds text={`${start}**won`} />)
    await frame()
    expect(bold().textContent).toBe('won')
    expect(isSeen()).toBe(false)
    // A caret behind words that are not seen yet would be alone in an empty place.
    expect(isCaretSeen()).toBe(false)
    view.rerender(<Page holds text={`${start}**wonderful t`} />)
    await frame()
    expect(isSeen()).toBe(true)
    expect(isCaretSeen()).toBe(true)
  })

  test('shows when nothing more comes, and when the answer has ended', async () => {
    const view = render(<Page text={`${start}**won`} />)
    await expect.poll(isSeen).toBe(true)
    view.rerender(<Page text={`${start}**wond`} />)
    await frame()
    expect(isSeen()).toBe(true)
    view.unmount()
    const ended = render(<Page text={`${start}**won`} />)
    ended.rerender(<Page text={`${start}**won**`} streaming={false} />)
    await frame()
    expect(isSeen()).toBe(true)
  })

  test('leaves plain text and a word without an end as they come', async () => {
    const view = render(<Page text="wond" />)
    await frame()
    expect(document.querySelector('[data-first-word]')).toBe(null)
    view.rerender(<Page text={`${start}**${'w'.repeat(60)}`} />)
    await frame()
    expect(isSeen()).toBe(true)
  })
})
