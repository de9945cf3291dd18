// @module-tag hunt
import { diagram } from '@antiphon/ui/diagram'
import { Markdown } from '@antiphon/ui/markdown'
import { cleanup, render } from '@testing-library/react'
import mermaid from 'mermaid/dist/mermaid.min.js?url'
import { afterEach, expect, test } from 'vitest'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/src/markdown/markdown.css'

const plugins = [diagram({ script: mermaid })]
const show = (code: string): Element =>
  render(
    <div data-antiphon-root="" data-theme="light" style={{ inlineSize: '30rem' }}>
      <Markdown text={`\`\`\`mermaid\n${code}\n\`\`\`\n`} plugins={plugins} />
    </div>,
  ).container

/** The drawing, once it is there, as the SVG that the image holds. */
const drawn = async (container: Element): Promise<Document> => {
  await expect.poll(() => container.querySelector('[data-state="drawn"] img') !== null).toBe(true)
  const image = container.querySelector<HTMLImageElement>('[data-state="drawn"] img')!
  await image.decode()
  expect(image.naturalWidth).toBeGreaterThan(50)
  const text = decodeURIComponent(image.src.slice(image.src.indexOf(',') + 1))
  return new DOMParser().parseFromString(text, 'image/svg+xml')
}

afterEach(cleanup)

test.each([
  ['a flow chart', 'graph TD\n  web[Web] --> db[(Database)]', ['Web', 'Database']],
  [
    'a sequence',
    'sequenceDiagram\n  Ana->>Pool: acquire\n  Pool-->>Ana: timeout',
    ['Ana', 'Pool', 'acquire'],
  ],
])('mermaid itself draws %s, in an image of some size', async (_, code, words) => {
  const svg = await drawn(show(code))
  for (const word of words) expect(svg.documentElement.textContent).toContain(word)
})

test('a directive that asks for less care changes nothing: no markup, no link of a script', async () => {
  const svg = await drawn(
    show(
      '%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}}}%%\ngraph TD\n  a["<img src=x onerror=alert(1)>x"] --> b[Good]\n  click b "javascript:alert(1)"',
    ),
  )
  expect(svg.querySelector('img, script, foreignObject img, [onerror]')).toBeNull()
  const links = [...svg.querySelectorAll('a')].map(
    (link) => link.getAttribute('href') ?? link.getAttribute('xlink:href') ?? '',
  )
  expect(links.filter((href) => /^\s*javascript/i.test(href))).toEqual([])
  expect(svg.documentElement.textContent).toContain('Good')
})

test('what mermaid cannot read stays code, with its words', async () => {
  const container = show('graph TD\n  a -->')
  await expect.poll(() => container.querySelector('[data-state="failed"]') !== null).toBe(true)
  expect(container.querySelector('code')?.textContent).toContain('a -->')
  expect(container.querySelector('[data-slot="diagram-note"]')?.getAttribute('title')).toMatch(
    /parse|expect/i,
  )
})
