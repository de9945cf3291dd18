import { diagram } from '@antiphon/ui/diagram'
import { Markdown } from '@antiphon/ui/markdown'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/src/markdown/markdown.css'
import script from './support/mermaid-stand-in.js?url'

const plugins = [diagram({ script })]

const show = (code: string, streaming = false, closed = true) => (
  <div data-antiphon-root="" data-theme="light" style={{ inlineSize: '30rem' }}>
    <Markdown
      text={`\`\`\`mermaid\n${code}\n${closed ? '```\n' : ''}`}
      streaming={streaming}
      plugins={plugins}
    />
  </div>
)

const drawn = async (container: Element): Promise<string> => {
  await expect.poll(() => container.querySelector('[data-state="drawn"] img') !== null).toBe(true)
  return decodeURIComponent(container.querySelector('img')?.src ?? '')
}

const frame = (): HTMLIFrameElement | null => document.querySelector('[data-slot="diagram-frame"]')

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('a diagram in an answer (S13)', () => {
  const dialogs = vi.fn<() => void>()
  beforeEach(() => {
    vi.spyOn(window, 'alert').mockImplementation(dialogs)
    performance.clearResourceTimings()
  })

  test('is code while it is written, then a drawing whose source is one press away', async () => {
    const { container, rerender, getByRole } = render(show('graph TD', true, false))
    expect(container.querySelector('code')?.textContent).toBe('graph TD')
    rerender(show('graph TD\n  a --> b'))
    expect(await drawn(container)).toContain('a --')
    expect(container.querySelector('img')?.alt).toBe('graph TD\n  a --> b')
    await userEvent.click(getByRole('button', { name: 'Show source' }))
    expect(container.querySelector('code')?.textContent).toBe('graph TD\n  a --> b')
    await userEvent.click(getByRole('button', { name: 'Show source' }))
    expect(container.querySelector('img')).not.toBeNull()
  })

  test('is drawn in a frame that shares nothing with the page, by settings its text cannot change', async () => {
    const { container } = render(show('hostile %%{init: {"securityLevel": "loose"}}%%'))
    const svg = await drawn(container)
    expect(frame()?.getAttribute('sandbox')).toBe('allow-scripts')
    expect(() => frame()?.contentWindow?.document).toThrow(/origin/)
    for (const name of ['parent', 'storage', 'cookie', 'fetch', 'top', 'popup', 'image'])
      expect(svg).toContain(`"${name}":"refused"`)
    expect(svg).toContain('"level":"strict"')
    expect(svg).toContain('"securityLevel","startOnLoad"')
  })

  test('is shown as an image, in which nothing runs and which loads nothing', async () => {
    const { container } = render(show('graph TD'))
    expect(await drawn(container)).toContain('onload=')
    expect(container.querySelector('svg:not([data-slot]), object, embed, iframe')).toBeNull()
    expect(dialogs).not.toHaveBeenCalled()
    expect(performance.getEntriesByType('resource').filter(({ name }) => name.includes('collect'))).toEqual(
      [],
    )
  })

  test.each([
    [600, 'fits, smaller', 454, false],
    [1000, 'shrinks to 70 % and then scrolls', 700, true],
  ])('%d px wide %s: nothing of it is cut off unseen', async (width, _, shown, scrolls) => {
    const { container } = render(show(`wide ${width}`))
    await drawn(container)
    const place = container.querySelector('[data-slot="diagram-scroll"]')!
    await expect
      .poll(() => Math.round(container.querySelector('img')!.getBoundingClientRect().width))
      .toBe(shown)
    expect(place.scrollWidth > place.clientWidth).toBe(scrolls)
  })

  test('that cannot be drawn shows its source, and what was wrong as text', async () => {
    const { container } = render(show('wrong'))
    await expect.poll(() => container.querySelector('[data-state="failed"]') !== null).toBe(true)
    expect(container.textContent).toContain('This diagram could not be drawn')
    expect(container.querySelector('[data-slot="diagram-note"]')?.getAttribute('title')).toContain(
      '<img src=x',
    )
    expect(container.querySelector('img')).toBeNull()
    expect(container.querySelector('code')?.textContent).toBe('wrong')
  })

  test('only the frame itself is listened to', async () => {
    const { container } = render(show('graph TD'))
    for (let id = 0; id < 20; id++)
      window.postMessage({ id, svg: '<svg>forged</svg>', width: 9, height: 9 }, '*')
    expect(await drawn(container)).not.toContain('forged')
  })

  test('whose script is not there shows its source', async () => {
    const none = [diagram({ script: '/nowhere.js' })]
    const { container } = render(<Markdown text={'```mermaid\ngraph TD\n```'} plugins={none} />)
    await expect.poll(() => container.querySelector('[data-state="failed"]') !== null).toBe(true)
    expect(container.querySelector('code')?.textContent).toBe('graph TD')
  })
})
