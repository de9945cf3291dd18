import { type AssistantMessage, type Message, type UserMessage } from '@antiphon/core'
import { unknownPart } from '@antiphon/core/message'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkoutLatency } from '../fixtures/checkout-latency.js'
import { kitchenSink } from '../fixtures/story-markdown.js'
import { highlight } from '../highlight/index.js'
import { german } from '../strings/german.js'
import { exportHtml } from './export-html.js'
import { assertProperty } from '../../../../test/support/property.js'

const page = async (messages: readonly Message[], options = {}): Promise<Document> =>
  new DOMParser().parseFromString(await exportHtml(messages, options), 'text/html')

const ELEMENTS =
  /^(html|head|meta|title|style|body|svg|path|circle|rect|header|main|article|h[1-6]|p|div|span|b|i|code|mark|details|summary|dl|dt|dd|pre|figure|figcaption|a|img|ul|ol|li|blockquote|hr|br|em|strong|del|ins|sup|table|thead|tbody|tr|th|td|button)$/
const ATTRIBUTES =
  /^(charset|content|http-equiv|name|lang|class|id|viewBox|d|cx|cy|r|x|y|rx|width|height|fill|stroke|stroke-width|stroke-linecap|stroke-linejoin|href|target|aria-hidden|aria-label|aria-level|focusable|open|data-[a-z-]+|tabindex|role|dir|title|rel|src|alt|start|scope|type|popover|popovertarget|referrerpolicy|decoding|loading)$/

/** Only elements and attributes that this kit writes, and no address that could run or load anything. */
function expectInert(document: Document): void {
  for (const element of document.querySelectorAll('*')) {
    expect(element.localName).toMatch(ELEMENTS)
    for (const { name, value } of element.attributes) {
      expect(name).toMatch(ATTRIBUTES)
      if (name === 'href') expect(value).toMatch(/^(#note-_t\d+R_\w*_-\d+$|https?:|mailto:|tel:)/)
      if (name === 'src') expect(value).toMatch(/^data:image\/(png|jpe?g|gif|webp|avif|bmp)[;,]/)
      if (name === 'id') expect(value).toMatch(/^(note-)?_t\d+R_\w*_(-\d+)?$/)
    }
    // The browser opens a popover by itself; any other button would do nothing.
    if (element.localName === 'button') expect(element.getAttribute('popovertarget')).toBeTruthy()
  }
}

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><script>x</script>',
  '</title><svg onload=x>',
  '[a](javascript:alert(1)) ![b](javascript:x) <javascript:x>',
  '[c](data:text/html,<script>x</script>)',
  '```"><script>\n</code></pre><script>\n```',
  '| </td><script> |\n|---|\n| <b onclick=x> |',
  '&lt;script&gt; &#60;script&#62;',
  '\u202Eevil\u202C \u0000 \u200B',
]

test('a page has the whole conversation as text and nothing that could run or load', async () => {
  const document = await page(checkoutLatency)
  expectInert(document)
  const packed = (text: string): string => text.replaceAll(/\s/g, '')
  const text = packed(document.body.textContent)
  for (const { role, content } of checkoutLatency) {
    // Data is shown as a table or a tree: each of its words is there.
    if (role === 'tool')
      for (const [word] of JSON.stringify(content).matchAll(/[\p{L}\p{N}]{2,}/gu))
        expect(text).toContain(word)
    const piece =
      role !== 'tool' &&
      typeof content === 'string' &&
      content.split(/[`*#|\n]/).find((one) => one.trim() !== '')
    if (piece) expect(text).toContain(packed(piece))
  }
  expect(document.querySelector('meta[http-equiv]')!.getAttribute('content')).toMatch(/^default-src 'none'/)
})

test('whatever a message says, in whatever place, stays text', async () => {
  const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' }), fc.string())
  const message = fc.oneof(
    text.map((content): Message => ({ role: 'user', content })),
    text.map((content): Message => ({ role: 'system', content })),
    fc.tuple(text, text, text, text).map(([content, reasoning, name, input]): Message => ({
      role: 'assistant',
      content,
      reasoning,
      model: name,
      refusal: reasoning,
      finishReason: 'error',
      error: { kind: 'provider', message: input, code: name },
      tool_calls: [
        { id: name, type: 'function', function: { name, arguments: JSON.stringify({ [name]: input }) } },
      ],
      images: [{ type: 'image_url', image_url: { url: input } }],
    })),
    fc.tuple(text, text).map(([content, type]): Message => ({
      role: 'tool',
      tool_call_id: type,
      toolName: content,
      content: [
        { type: 'text', text: content },
        unknownPart({ type, [content]: type }),
        { type: 'file', file: { filename: type } },
      ],
    })),
  )
  await assertProperty(
    fc.asyncProperty(fc.array(message, { maxLength: 5 }), text, async (messages, title) => {
      expectInert(await page(messages, { title, note: title, locale: 'en', plugins: [highlight()] }))
    }),
    { numRuns: 60 },
  )
})

test('every fold is a details element: closed when all went well, open when a call failed', async () => {
  const document = await page(checkoutLatency)
  const state = (selector: string) =>
    [...document.querySelectorAll(selector)].map((fold) => fold.hasAttribute('open'))
  expect(state('[data-slot=tool-call][data-state=error] > details')).not.toContain(false)
  expect(state('[data-slot=tool-call][data-state=done] > details')).not.toContain(true)
  expect(state('[data-slot=reasoning] > details')).toContain(false)
  expect(document.querySelectorAll('details').length).toBeGreaterThan(4)
  expect(document.querySelector('[aria-expanded], [aria-controls], [hidden]')).toBeNull()
})

test('what an answer is folded to is named by its summary, and the words of a failure stand below a fold that is closed', async () => {
  const document = await page(checkoutLatency)
  for (const fold of document.querySelectorAll('details')) {
    expect(fold.firstElementChild!.localName).toBe('summary')
    expect(fold.firstElementChild!.textContent.trim()).not.toBe('')
  }
  const failed = document.querySelector('[data-slot=tool-call][data-state=error]')!
  expect(failed.querySelector(':scope > details + [data-slot=error-line]')!.textContent).not.toBe('')
})

test('an image that is in the message is shown, one elsewhere is a link and is not loaded', async () => {
  const answer: AssistantMessage = {
    role: 'assistant',
    content: `${kitchenSink}\n\n![chart](https://charts.example/a.png)`,
    images: [
      { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
      { type: 'image_url', image_url: { url: 'https://charts.example/b.png' } },
      { type: 'image_url', image_url: { url: 'data:image/svg+xml;base64,PHN2Zz4=' } },
    ],
  }
  const document = await page([{ role: 'user', content: 'Draw.' }, answer])
  expect([...document.images].map(({ src }) => src)).toEqual(['data:image/png;base64,iVBORw0KGgo='])
  expect(document.body.textContent).toContain('charts.example')
  for (const name of ['a', 'b'])
    expect(document.querySelector(`a[href="https://charts.example/${name}.png"]`)).not.toBeNull()
})

test('sound and files are named, and nothing plays', async () => {
  const content: UserMessage['content'] = [
    { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
    { type: 'file', file: { filename: 'report.pdf', file_data: 'data:application/pdf;base64,AAAA' } },
  ]
  const document = await page([{ role: 'user', content }])
  expectInert(document)
  expect(document.body.textContent).toContain('wav')
  expect(document.body.textContent).toContain('report.pdf')
})

test('thinking that the provider withheld is named, not left out', async () => {
  const hidden: AssistantMessage = {
    role: 'assistant',
    content: 'Yes.',
    reasoning_details: [{ type: 'reasoning.encrypted', data: 'x' }],
  }
  expect((await page([hidden])).body.textContent).toContain('Reasoned, not shown by the provider')
})

test('code keeps every character, in colours where the language is known', async () => {
  const code = 'const x = "<b>" // why\nlet y = `\n${z}`'
  const plugins = [highlight()]
  await assertProperty(
    fc.asyncProperty(
      fc.oneof(fc.constant(code), fc.string()),
      fc.constantFrom('ts', 'py', 'json', 'sql', 'nothing'),
      async (text, language) => {
        const fence = '`'.repeat(8)
        const message = { role: 'assistant' as const, content: `${fence}${language}\n${text}\n${fence}` }
        const shown = await page([message], { plugins })
        expect(shown.querySelector('pre code')?.textContent).toBe(text)
      },
    ),
  )
  // One that has not loaded the language yet.
  const fresh = { plugins: [highlight()] }
  const shown = await page([{ role: 'assistant', content: `\`\`\`ts\n${code}\n\`\`\`` }], fresh)
  expect(shown.querySelector('[data-token=keyword]')?.textContent.trim()).toBe('const')
})

test('what is long is there to its end: code, questions, results, arguments, rows, calls, pictures', async () => {
  const many = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}-${at}`)
  const call = (id: string, args: object) => ({
    id,
    type: 'function' as const,
    function: { name: 'read', arguments: JSON.stringify(args) },
  })
  const picture = (at: number) => ({
    type: 'image_url' as const,
    image_url: { url: `data:image/png;base64,${'A'.repeat(at + 4)}` },
  })
  const fields = Object.fromEntries(many(120, 'field').map((name) => [name, `${name}-value`]))
  const rows = many(60, 'row').map((name) => ({ name, cell: `${'x'.repeat(500)}${name}-end` }))
  const document = await page([
    {
      role: 'user',
      content: [
        { type: 'text', text: many(200, 'asked').join('\n') },
        ...many(6, '').map((_, at) => picture(at)),
        unknownPart({ type: 'other', value: `${'y'.repeat(30_000)}-unknown-end` }),
      ],
    },
    {
      role: 'assistant',
      content: `\`\`\`\n${many(200, 'code').join('\n')}\n\`\`\``,
      tool_calls: [
        call('a', fields),
        call('b', { deep: { leaf: `${'z'.repeat(9_000)}-leaf-end`, list: many(90, 'item') } }),
        ...many(60, 'call').map((id) => call(id, { id })),
      ],
    },
    { role: 'tool', tool_call_id: 'a', content: many(300, 'line').join('\n') },
    { role: 'tool', tool_call_id: 'b', content: JSON.stringify(rows) },
    { role: 'tool', tool_call_id: 'call-0', content: JSON.stringify({ all: many(2_000, 'large') }) },
  ])
  const text = document.body.textContent
  const ends =
    'asked-199 code-199 field-119-value -leaf-end item-89 call-59 line-299 row-59-end large-1999 -unknown-end'
  for (const end of ends.split(' ')) expect(text).toContain(end)
  expect(document.images).toHaveLength(6)
  // Behind the first lines of what is folded there is something to open it by.
  expect(document.querySelectorAll('[data-slot=static-more]')).toHaveLength(2)
})

test('a turn that cannot be drawn is there as data, and the others are as they are', async () => {
  const inline = {
    $: () => {
      throw new Error('no such mark')
    },
  }
  const messages: Message[] = [
    { role: 'user', content: 'One $.' },
    { role: 'assistant', content: 'Kept $.' },
    { role: 'user', content: 'Two.' },
  ]
  const document = await page(messages, { plugins: [{ name: 'broken', syntax: { inline } }] })
  const [, broken, ...rest] = document.querySelectorAll('article')
  expect(broken!.textContent).toContain('no such mark')
  expect(broken!.querySelector('pre')!.textContent).toContain('"content": "Kept $."')
  expect(rest.map((turn) => turn.textContent)).toEqual([expect.stringContaining('Two.')])
})

test('rare names of characters are read as they are elsewhere', async () => {
  const document = await page([{ role: 'assistant', content: 'a &nvlt; b &bigstar;' }])
  expect(document.querySelector('article p')!.textContent).toBe('a <⃒ b ★')
})

test('headings never skip a level below the turn', async () => {
  const document = await page([{ role: 'assistant', content: '## b\n#### d\n# a\n### c' }])
  const levels = [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(({ localName }) =>
    Number(localName[1]),
  )
  levels.forEach((level, i) => expect(level).toBeLessThanOrEqual((levels[i - 1] ?? 0) + 1))
})

test('speaks German where it is asked to', async () => {
  const document = await page(checkoutLatency, { strings: german, locale: 'de' })
  expect(document.documentElement.lang).toBe('de')
  expect(document.body.textContent).toContain(german.transcript.you)
})
