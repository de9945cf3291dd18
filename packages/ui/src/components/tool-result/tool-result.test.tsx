import type { ToolMessage } from '@antiphon/core'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { tinyImage } from '../../fixtures/story-calls.js'
import { AudienceContext, type Audience } from '../context/audience-context.js'
import { ToolResult } from './tool-result.js'

afterEach(() => vi.restoreAllMocks())

function show(content: unknown, details?: unknown): HTMLElement {
  const result = { role: 'tool', tool_call_id: 'c', content, details } as ToolMessage
  const { container } = render(<ToolResult result={result} name="read" />)
  return container.querySelector<HTMLElement>('[data-slot=tool-result]')!
}
const kindsIn = (root: HTMLElement) =>
  [...root.querySelectorAll(':scope > :not([data-slot=data-tools])')].map(
    (child) => child.getAttribute('data-slot') ?? child.tagName.toLowerCase(),
  )

test('a result and arguments can be copied as they came', async () => {
  const user = userEvent.setup()
  show('{"rain": 1}')
  await user.click(screen.getByRole('button', { name: 'Copy the result of read' }))
  expect(await navigator.clipboard.readText()).toBe('{"rain": 1}')
})

test.each([
  ['0', '0'],
  ['false', 'false'],
  ['null', 'null'],
  ['""', '""'],
  ['[]', '[]'],
  ['{}', '{}'],
  ['', 'Returned nothing'],
  [null, 'Returned nothing'],
  [0, '0'],
  [false, 'false'],
  [[], 'Returned nothing'],
  [[{ type: 'text', text: '' }], 'Returned nothing'],
])('the result %j shows as %j', (content, shown) => {
  expect(show(content).textContent).toBe(shown)
})

test('what looks like Markdown is text until the tool says that it is Markdown', () => {
  const text = '# Log\n- one\n- **two** <img src=x>'
  expect(show(text).querySelector('[data-slot=raw]')?.textContent).toBe(text)
  const marked = show(text, { mimeType: 'text/markdown; charset=utf-8' })
  expect(marked).toHaveAttribute('data-kind', 'markdown')
  expect(marked.querySelector('strong')?.textContent).toBe('two')
  expect(marked.querySelector('img')).toBeNull()
  expect(marked.textContent).toContain('<img src=x>')
})

test('a Markdown file shows set and can be saved', () => {
  const root = show([
    { type: 'text', text: 'Some **bold** words' },
    { type: 'file', file: { filename: 'a.md', file_data: 'data:text/markdown;base64,U29tZSAqKmJvbGQqKg==' } },
  ])
  expect(kindsIn(root)).toEqual(['result-markdown', 'result-part'])
  expect(screen.getByRole('button', { name: 'Save a.md' })).toBeInTheDocument()
})

test('the text of a file with a name is folded; without a name, and where it was cut, it shows', () => {
  const text = 'id,total\n1,20'
  const parts = (shown: string, filename?: string) => [
    { type: 'text', text: shown },
    { type: 'file', file: { filename, file_data: `data:text/csv;base64,${btoa(text)}` } },
  ]
  const file = show(parts(text, 'orders.csv'))
  expect(kindsIn(file)).toEqual(['result-data', 'result-part'])
  expect(file.querySelector('summary > .antiphon-chevron')).not.toBeNull()
  expect(within(file).getByText(/id,total/)).not.toBeVisible()
  for (const both of [parts(text), parts('id,total\n[Cut]', 'orders.csv'), parts('Two rows.', 'orders.csv')])
    expect(kindsIn(show(both))).toEqual(['raw', 'result-part'])
})

test('a file has its size, and for developers its type', () => {
  const file = { filename: 'orders.csv', file_data: `data:text/csv;base64,${btoa('id,total')}` }
  const detailFor = (audience: Audience) => {
    const { container } = render(
      <AudienceContext value={audience}>
        <ToolResult
          result={{ role: 'tool', tool_call_id: 'c', content: [{ type: 'file', file }] }}
          name="read"
        />
      </AudienceContext>,
    )
    return container.querySelector('[data-slot=attachment-detail]')?.textContent
  }
  expect(detailFor('developers')).toBe('text/csv, 8 bytes')
  expect(detailFor('people')).toBe('8 bytes')
})

test('Markdown in which something hides shows as plain text with the hidden marked', () => {
  const root = show('Pay **now**\u202e', { mimeType: 'text/markdown' })
  expect(root.querySelector('strong')).toBeNull()
  expect(root.querySelector('[data-slot=hidden-character]')?.textContent).toBe('U+202E')
})

test('a Markdown image of another host is not loaded', () => {
  const root = show('![x](https://spy.example/p.png)', { mimeType: 'text/markdown' })
  expect(root.querySelector('img')).toBeNull()
})

const patch = `diff --git a/pool.ts b/pool.ts
index 11aa22b..33cc44d 100644
--- a/pool.ts
+++ b/pool.ts
@@ -1,3 +1,3 @@ export
 const a = 1
-const size = 8
+const size = 16
 const b = 2
\\ No newline at end of file`

test('a unified diff marks what went and what came, and copies as a patch', () => {
  const root = show(patch)
  expect(root).toHaveAttribute('data-kind', 'diff')
  expect(root.querySelector('del')?.textContent).toBe('-const size = 8')
  expect(root.querySelector('ins')?.textContent).toBe('+const size = 16')
  expect(
    [...root.querySelectorAll('[data-slot=diff] > div')].map((line) => line.textContent).join('\n'),
  ).toBe(patch)
})

test.each([
  ['fewer lines than the header says', patch.replace('+1,3', '+1,9')],
  ['more old lines than the header says', patch.replace('-1,3', '-1,1')],
  ['a line without its sign', patch.replace(' const b', 'const b')],
  ['a header alone', '--- a\n+++ b'],
  ['a list with dashes', '--- what\n- one\n- two\n+ three'],
])('%s is no diff but text', (_, text) => {
  expect(show(text)).toHaveAttribute('data-kind', 'text')
})

test('parts show in their order, each as what it is', async () => {
  const root = show([
    { type: 'text', text: 'Before' },
    { type: 'image_url', image_url: { url: tinyImage } },
    { type: 'text', text: '[{"a":1},{"a":2}]' },
    { type: 'image_url', image_url: { url: 'https://charts.example/p95.png' } },
    { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
    { type: 'hologram', depth: 3 },
    null,
    { type: 'text', text: 'After' },
  ])
  expect(kindsIn(root)).toEqual([
    'raw',
    'result-part',
    'result-table',
    'result-part',
    'result-part',
    'result-part',
    'result-part',
    'raw',
  ])
  expect(root.querySelectorAll('img')).toHaveLength(1)
  expect(screen.getByText('Image from charts.example, not loaded')).toBeInTheDocument()
  expect(root.querySelector('audio')).toHaveAttribute('controls')
  expect(root.querySelector('audio')).not.toHaveAttribute('autoplay')
  expect(screen.getByText('Part of type hologram')).toBeInTheDocument()
})

test('a file is saved under a safe name, as bytes that no browser opens', async () => {
  const saved: { name: string; blob: Blob }[] = []
  let blob: Blob | undefined
  URL.createObjectURL = vi.fn((made: Blob) => ((blob = made), 'blob:x'))
  URL.revokeObjectURL = vi.fn()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob: blob! })
  })
  show([
    {
      type: 'file',
      file: { filename: '../../re\u202efdp.exe', file_data: `data:text/html;base64,${btoa('<script>')}` },
    },
  ])
  expect(screen.getByText('text/html, 8 bytes')).toBeInTheDocument()
  expect(screen.getAllByTitle('U+202E')).toHaveLength(1)
  expect(saved).toHaveLength(0)
  await userEvent.click(screen.getByRole('button', { name: /^Save/ }))
  expect(saved).toMatchObject([{ name: 'refdp.exe', blob: { type: 'application/octet-stream', size: 8 } }])
  expect(await saved[0]!.blob.text()).toBe('<script>')
})

test('a file whose data cannot be read says so', async () => {
  show([{ type: 'file', file: { filename: 'a.bin', file_data: 'data:x/y;base64,%%%%' } }])
  await userEvent.click(screen.getByRole('button', { name: 'Save a.bin' }))
  expect(screen.getByText('The data of this file cannot be read')).toBeInTheDocument()
})

test('a value cut for the model shows whole, and words with a value behind them show both', () => {
  const rows = Array.from({ length: 60 }, (_, i) => ({ pod: `p${i}`, ms: i }))
  const json = JSON.stringify(rows)
  const cut = show(
    `${json.slice(0, 300)}\n[Cut: the first 300 of ${json.length} characters are above.]`,
    rows,
  )
  expect(cut).toHaveAttribute('data-kind', 'table')
  expect(screen.getByRole('button', { name: 'Show all 60 rows' })).toBeInTheDocument()
  expect(kindsIn(show('It rains', { mm: 3 }))).toEqual(['raw', 'result-data'])
  expect(kindsIn(show('{\n  "mm": 3\n}', { mm: 3 }))).toEqual(['json-tree'])
})

test('fifty megabytes of text show their beginning at once, and more only when asked', async () => {
  const text = 'x'.repeat(50_000_000)
  const root = show(text)
  expect(root.textContent.length).toBeLessThan(20_000)
  await userEvent.click(screen.getByRole('button', { name: 'Show 410,000 of 50,000,000' }))
  expect(root.querySelector('[data-slot=raw]')?.textContent).toHaveLength(410_000)
  expect(screen.getByRole('button', { name: 'Save all of it' })).toBeInTheDocument()
})

test('a hundred thousand rows show forty, then a thousand more at a press', async () => {
  const rows = Array.from({ length: 100_000 }, (_, i) => ({ pod: `p${i}`, ms: i }))
  const root = show(JSON.stringify(rows))
  expect(root.querySelectorAll('tbody tr')).toHaveLength(40)
  await userEvent.click(screen.getByRole('button', { name: 'Show 1,040 of 100,000' }))
  expect(root.querySelectorAll('tbody tr')).toHaveLength(1_040)
  await userEvent.click(screen.getByRole('button', { name: 'Show less' }))
  expect(root.querySelectorAll('tbody tr')).toHaveLength(40)
})

test('a wide and deep value draws few values until its levels are opened', () => {
  const level = (depth: number): unknown =>
    depth === 0 ? 1 : Array.from({ length: 20 }, () => level(depth - 1))
  const root = show(JSON.stringify({ deep: level(4) }))
  expect(root.querySelectorAll('li').length).toBeLessThan(50)
  const long = show(JSON.stringify({ text: 'y'.repeat(3_000_000), next: { a: 1 } }))
  expect(long.textContent.length).toBeLessThan(6_000)
  expect(long.querySelector('button')).toHaveTextContent('Show 404,000 of 3,000,000')
})
