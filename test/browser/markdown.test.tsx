import { CodeBlock, Markdown } from '@antiphon/ui/markdown'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/src/markdown/markdown.css'
import { hostile } from '../../packages/ui/src/markdown/testing/hostile.js'

function Page({ children }: { children: React.ReactNode }) {
  return (
    <div data-antiphon-root="" data-theme="light" style={{ inlineSize: '40rem' }}>
      {children}
    </div>
  )
}

afterEach(cleanup)

const frames = (count: number): Promise<void> =>
  new Promise((resolve) =>
    requestAnimationFrame(() => (count > 1 ? void frames(count - 1).then(resolve) : resolve())),
  )

describe('a hostile answer in a real browser', () => {
  const dialogs = vi.fn<() => void>()
  beforeEach(() => {
    for (const name of ['alert', 'confirm', 'prompt'] as const)
      vi.spyOn(window, name).mockImplementation(dialogs as never)
    performance.clearResourceTimings()
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  const requested = () =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => new URL(name).origin !== location.origin)

  test('requests nothing and runs nothing, whole or while it arrives', async () => {
    const { body, head } = document
    const before = {
      url: location.href,
      styles: head.childElementCount,
      getElementById: document.getElementById,
    }
    for (const [, text] of hostile) {
      const view = render(
        <Page>
          <Markdown text="" streaming />
        </Page>,
      )
      for (let end = 16; end < text.length; end += 16)
        view.rerender(
          <Page>
            <Markdown text={text.slice(0, end)} streaming />
          </Page>,
        )
      view.rerender(
        <Page>
          <Markdown text={text} />
        </Page>,
      )
      expect(
        view.container.querySelector(
          'img, iframe, script, link, style, form, video, [style]:not([data-antiphon-root])',
        ),
      ).toBeNull()
      view.unmount()
    }
    const all = hostile.map(([, text]) => text).join('\n\n')
    render(
      <Page>
        <Markdown text={all} />
      </Page>,
    )
    await frames(10)
    expect(requested()).toEqual([])
    expect(dialogs).not.toHaveBeenCalled()
    expect({
      url: location.href,
      styles: head.childElementCount,
      getElementById: document.getElementById,
    }).toEqual(before)
    expect(document.body).toBe(body)
  })

  test('an override of the text direction ends with its message', () => {
    const box = (text: string) => {
      const { container } = render(
        <Page>
          <Markdown text={text} />
          <p data-testid="next">next (1) message</p>
        </Page>,
      )
      const node = container.querySelector('[data-testid="next"]')?.firstChild as Text
      const range = document.createRange()
      range.setStart(node, 0)
      range.setEnd(node, 4)
      return range.getBoundingClientRect().left
    }
    expect(box('plain')).toBe(box('turned \u202e\u202e\u2067 around'))
  })

  test('stacked marks and endless words stay inside the message', () => {
    const { container } = render(
      <Page>
        <Markdown text={`a${'\u0301'.repeat(400)} ${'x'.repeat(20_000)}\n\n\`${'y'.repeat(5000)}\``} />
      </Page>,
    )
    const message = container.querySelector('[data-slot="markdown"]') as HTMLElement
    expect(getComputedStyle(message).overflow).toBe('clip')
    for (const element of message.querySelectorAll('p, code'))
      expect(element.getBoundingClientRect().right).toBeLessThanOrEqual(
        message.getBoundingClientRect().right + 1,
      )
  })
})

describe('code and tables in a real browser', () => {
  const code = Array.from({ length: 120 }, (_, i) => (i % 10 === 3 ? '' : `line ${i} ${'-'.repeat(i)}`)).join(
    '\n',
  )

  test('copying a selection gives the code with single line feeds', async () => {
    const { container } = render(
      <Page>
        <CodeBlock code={code} />
      </Page>,
    )
    const selection = getSelection()
    selection?.selectAllChildren(container.querySelector('code') as Element)
    expect(selection?.toString().replace(/\n$/, '')).toBe(code)
  })

  test('the keyboard reaches the scroll area, then its buttons', async () => {
    const { container, getByRole } = render(
      <Page>
        <CodeBlock code={code} language="ts" />
      </Page>,
    )
    const area = container.querySelector('pre') as HTMLElement
    await userEvent.tab()
    expect(document.activeElement).toBe(area)
    expect(getComputedStyle(area).outlineStyle).toBe('solid')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    await expect.poll(() => area.scrollLeft).toBeGreaterThan(0)
    await userEvent.tab()
    expect(document.activeElement).toBe(getByRole('button', { name: 'Show all 120 lines' }))
    await userEvent.tab()
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('Copy')
  })

  test('a long block is folded to its first lines, and shows all on request', async () => {
    const { container, getByRole } = render(
      <Page>
        <CodeBlock code={code} />
      </Page>,
    )
    const area = container.querySelector('pre') as HTMLElement
    expect(area.clientHeight).toBeGreaterThan(29 * 21)
    expect(area.clientHeight).toBeLessThan(31 * 21)
    await userEvent.click(getByRole('button', { name: 'Show all 120 lines' }))
    expect(area.clientHeight).toBeGreaterThan(119 * 21)
  })

  test('wide tables and long lines scroll inside themselves', () => {
    const wide = `| ${'column | '.repeat(30)}\n|${'---|'.repeat(30)}\n| ${'cell 1 | '.repeat(30)}\n\n\`\`\`\n${'word '.repeat(200)}\n\`\`\``
    const { container } = render(
      <Page>
        <Markdown text={wide} />
      </Page>,
    )
    const message = container.querySelector('[data-slot="markdown"]') as HTMLElement
    expect(message.scrollWidth).toBeLessThanOrEqual(message.clientWidth)
    for (const slot of ['table-scroll', 'code-scroll']) {
      const area = container.querySelector(`[data-slot="${slot}"]`) as HTMLElement
      expect(area.scrollWidth).toBeGreaterThan(area.clientWidth)
    }
  })

  test('a table that grows keeps the width of its columns; far from the view the browser does not lay it out', async () => {
    const rows = Array.from({ length: 4 }, (_, at) => `| short ${at} | note |\n`)
    const table = (count: number) => `| A | B |\n|---|---|\n${rows.slice(0, count).join('')}`
    const page = (text: string) => (
      <Page>
        <div data-slot="far" style={{ contentVisibility: 'auto', marginBlockStart: '5000px' }}>
          <Markdown text={text} streaming caret={<span>▍</span>} />
        </div>
      </Page>
    )
    const { container, rerender } = render(page(table(2)))
    const head = () => [...container.querySelectorAll('th')]
    const held = () => head().map(({ style }) => style.minInlineSize !== '')
    await expect.poll(() => head().length).toBe(2)
    await frames(2)
    rerender(page(table(4)))
    await frames(4)
    expect(held()).toEqual([false, false])

    container.querySelector('[data-slot="far"]')!.scrollIntoView()
    await expect.poll(held).toEqual([true, true])
    const width = () => head()[0]!.getBoundingClientRect().width
    const before = width()
    rerender(page(`${table(4)}| x | ${'a long note '.repeat(20)} |\n`))
    await frames(4)
    expect(width()).toBeGreaterThanOrEqual(before)
  })

  test('sizes and measure are those of the design', () => {
    const { container } = render(
      <Page>
        <Markdown text={'# One\n\nWords\n\n- a\n- b\n\n```\nx\n```'} />
      </Page>,
    )
    const style = (selector: string) => getComputedStyle(container.querySelector(selector) as Element)
    expect([style('h3').fontSize, style('h3').lineHeight]).toEqual(['22px', '29px'])
    expect([style('p').fontSize, style('p').lineHeight]).toEqual(['16px', '26px'])
    expect((container.querySelector('p') as HTMLElement).getBoundingClientRect().width).toBe(592)
    expect([style('pre').fontSize, style('pre').lineHeight]).toEqual(['13px', '21px'])
    expect(style('pre').fontVariantLigatures).toBe('none')
    expect(style('li + li').marginBlockStart).toBe('4.8px')
  })
})
