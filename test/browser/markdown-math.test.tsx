import { Markdown, MarkdownPlugins } from '@antiphon/ui/markdown'
import { math } from '@antiphon/ui/math'
import { cleanup, render } from '@testing-library/react'
import 'katex/dist/katex.min.css'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/src/markdown/markdown.css'
import { lazyGrowth } from '../../packages/ui/src/markdown/render/markdown.js'

// A chat loads it before the first answer.
beforeAll(() => lazyGrowth.load())

const plugins = [math()]

const show = (text: string, streaming = false) => (
  <div data-antiphon-root="" data-theme="light" style={{ inlineSize: '30rem' }}>
    <MarkdownPlugins value={plugins}>
      <Markdown text={text} streaming={streaming} />
      <p data-testid="below">below</p>
    </MarkdownPlugins>
  </div>
)

const settled = async (container: Element, formulas: number): Promise<void> => {
  await expect
    .poll(() => container.querySelectorAll('[data-state="set"], [data-failed]').length)
    .toBe(formulas)
}

/** Whether anything can be seen outside of the message: hit tests just around it find nothing of it. */
function spills(container: Element): boolean {
  const message = container.querySelector('[data-slot="markdown"]') as HTMLElement
  const box = message.getBoundingClientRect()
  const around = [
    [box.left - 30, box.top + box.height / 2],
    [box.right + 30, box.top + box.height / 2],
    [box.left + box.width / 2, box.top - 15],
    [box.left + box.width / 2, box.bottom + 15],
  ] as const
  return around.some(([x, y]) =>
    document.elementsFromPoint(x, y).some((element) => message.contains(element)),
  )
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('formulas in an answer', () => {
  test('are set once their end has come, on the line and on lines of their own', async () => {
    const { container, rerender } = render(show('so $x^2 +', true))
    expect(container.textContent).toContain('so $x^2 +')
    rerender(show('so $x^2 + 1$ and\n\n$$\n\\frac{a}{b}\n$$\n\nfor $5 and $10'))
    await settled(container, 2)
    expect(container.querySelectorAll('.katex math')).toHaveLength(2)
    expect(container.querySelectorAll('.katex-display')).toHaveLength(1)
    expect(container.textContent).toContain('for $5 and $10')
  })

  test('that cannot be set are shown as written, with what is wrong, and nothing of them is markup', async () => {
    const { container } = render(show('$\\frac{1}$ and $\\nosuch{<img src=x onerror=alert(1)>}$'))
    await settled(container, 2)
    expect(container.textContent).toContain('This formula could not be set: $\\frac{1}$')
    expect(container.textContent).toContain('<img src=x onerror=alert(1)>')
    expect(container.querySelector('img')).toBeNull()
    expect(container.querySelector('[data-failed]')?.getAttribute('title')).toContain('KaTeX parse error')
  })
})

describe('a hostile formula (S12)', () => {
  const dialogs = vi.fn<() => void>()
  beforeEach(() => {
    vi.spyOn(window, 'alert').mockImplementation(dialogs)
    performance.clearResourceTimings()
  })

  test.each([
    '\\rule{9999em}{9999em}',
    'a\\rule[-9999em]{9999em}{19998em}',
    '\\kern{-9999em}x\\rule{9999em}{1em}',
    '\\raisebox{9999em}{x} \\raisebox{-9999em}{x}',
    '\\mathllap{\\rule{9999em}{1em}} \\mathrlap{\\rule{9999em}{1em}}',
    '\\hskip{9999em}x',
    '\\vcenter{\\rule{1em}{9999em}}',
    `${'x+'.repeat(40)}x`,
  ])('stays inside of the message: %s', async (tex) => {
    for (const text of [`before $${tex}$ after`, `$$\n${tex}\n$$`]) {
      const { container, unmount } = render(show(text))
      await settled(container, 1)
      expect({ text, spills: spills(container) }).toEqual({ text, spills: false })
      const message = container.querySelector('[data-slot="markdown"]') as HTMLElement
      expect(message.scrollWidth).toBeLessThanOrEqual(message.clientWidth + 1)
      expect(message.clientHeight).toBeLessThan(1000)
      unmount()
    }
  })

  test('cannot link, load, name or style anything, nor define what the next one means', async () => {
    const text = [
      '\\href{javascript:alert(1)}{x}',
      '\\href{https://collect.example/}{x}',
      '\\url{https://collect.example/}',
      '\\includegraphics{https://collect.example/x.png}',
      '\\htmlId{body}{x}',
      '\\htmlClass{a}{x}',
      '\\htmlStyle{background:url(https://collect.example/)}{x}',
      '\\htmlData{a=b}{x}',
      '\\gdef\\zzz{leak} x',
      '\\zzz',
    ]
    const { container } = render(show(text.map((tex) => `$${tex}$`).join('\n\n')))
    await settled(container, text.length)
    expect(container.querySelector('a, img, [id], iframe, script')).toBeNull()
    expect(container.textContent).not.toMatch(/leak(?!\})/)
    expect(performance.getEntriesByType('resource').filter(({ name }) => name.includes('collect'))).toEqual(
      [],
    )
    expect(dialogs).not.toHaveBeenCalled()
  })

  test('that repeats itself without end is given up', async () => {
    const { container } = render(show('$\\def\\a{\\a\\a}\\a$'))
    await settled(container, 1)
    expect(container.querySelector('[data-failed]')?.getAttribute('title')).toMatch(/too many expansions/i)
  })
})
