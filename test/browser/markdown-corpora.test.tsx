// @module-tag hunt
import { highlight } from '@antiphon/ui/highlight'
import { Markdown } from '@antiphon/ui/markdown'
import { math } from '@antiphon/ui/math'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/src/markdown/markdown.css'

declare module 'vitest' {
  interface ProvidedContext {
    hostileTexts: string
  }
}

const bytes = Uint8Array.from(atob(inject('hostileTexts')), (char) => char.charCodeAt(0))
const texts = JSON.parse(new TextDecoder().decode(bytes)) as string[]
if (texts.length === 0) console.log('skipped: no corpora in ANTIPHON_SHARED or ../shared')

const plugins = [math(), highlight()]
const dialogs = vi.fn<() => void>()

beforeEach(() => {
  for (const name of ['alert', 'confirm', 'prompt', 'print'] as const)
    vi.spyOn(window, name).mockImplementation(dialogs as never)
  performance.clearResourceTimings()
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const requested = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => new URL(name).origin !== location.origin)

/** Elements that would fetch, run or send something by themselves, or take a name of the page. */
const ACTIVE =
  'img, picture, source, video, audio, iframe, object, embed, script, link, style, meta, base, form, input, [src], [srcset], [poster], [background], [action], [formaction], [ping], [name], [onerror], [onload], [onclick]'

const { getElementById } = document
const { body } = document

function check(text: string, container: Element): void {
  const active = Array.from(container.querySelectorAll(ACTIVE), (element) => element.outerHTML.slice(0, 200))
  const ids = Array.from(container.querySelectorAll('[id]'), ({ id }) => id).filter(
    (id) => !id.startsWith('note-'),
  )
  expect({ text, active, ids }).toEqual({ text, active: [], ids: [] })
}

const rest = async (): Promise<void> => {
  // Whatever was going to be requested or run has been by then: three turns of the page.
  for (let i = 0; i < 3; i++) await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(requested()).toEqual([])
  expect(dialogs).not.toHaveBeenCalled()
  expect(document.getElementById).toBe(getElementById)
  expect(document.body).toBe(body)
}

test.skipIf(texts.length === 0)(
  'none of the hostile texts requests or runs anything in a browser, whole (S4, S8, S10)',
  async () => {
    expect(texts.length).toBeGreaterThan(900)
    const url = location.href
    for (let at = 0; at < texts.length; at += 50) {
      const some = texts.slice(at, at + 50)
      const { container, unmount } = render(
        <div data-antiphon-root="">
          {some.map((text, i) => (
            <Markdown key={i} text={text} plugins={i % 2 ? plugins : []} />
          ))}
        </div>,
      )
      check(some.join('\n'), container)
      await rest()
      unmount()
    }
    expect(location.href).toBe(url)
  },
)

test.skipIf(texts.length === 0)('nor while they arrive, 64 characters at a time (S5)', async () => {
  const { container, rerender } = render(<Markdown text="" streaming plugins={plugins} />)
  for (const text of texts.filter((one) => one.length > 64)) {
    for (let end = 64; end < Math.min(text.length, 640); end += 64) {
      rerender(<Markdown text={text.slice(0, end)} streaming plugins={plugins} />)
      check(text.slice(0, end), container)
    }
  }
  await rest()
})
