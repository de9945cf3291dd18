import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { AssistantMessage, Message } from '@antiphon/core'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { checkoutLatency } from '../fixtures/checkout-latency.js'
import { kitchenSink } from '../fixtures/story-markdown.js'
import { iconShapes } from '../icons/icon-shapes.js'
import { german } from '../strings/german.js'
import { exportHtml } from './export-html.js'
import { shapes } from './icons.js'
import { darkTokens, lightTokens } from './tokens.js'

const page = (messages: readonly Message[], options = {}): Document =>
  new DOMParser().parseFromString(exportHtml(messages, options), 'text/html')

const ELEMENTS =
  /^(html|head|meta|title|style|body|svg|symbol|use|path|circle|rect|header|main|article|footer|h[1-6]|p|div|span|b|code|mark|small|details|summary|dl|dt|dd|pre|figure|figcaption|a|img|ul|ol|li|blockquote|hr|br|em|strong|del|sup|table|thead|tbody|tr|th|td)$/
const ATTRIBUTES =
  /^(charset|content|http-equiv|name|lang|data-theme|class|id|viewBox|d|cx|cy|r|x|y|rx|width|height|stroke-width|href|aria-hidden|aria-label|focusable|open|data-state|tabindex|role|dir|title|rel|src|alt|start|scope)$/

/** Only elements and attributes that this kit writes, and no address that could run or load anything. */
function expectInert(document: Document): void {
  for (const element of document.querySelectorAll('*')) {
    expect(element.localName).toMatch(ELEMENTS)
    for (const { name, value } of element.attributes) {
      expect(name).toMatch(ATTRIBUTES)
      if (name === 'href') expect(value).toMatch(/^(#i-|https?:|mailto:|tel:)/)
      if (name === 'src') expect(value).toMatch(/^data:image\/(png|jpe?g|gif|webp|avif|bmp)[;,]/)
    }
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

test('a page has the whole conversation as text and nothing that could run or load', () => {
  const document = page(checkoutLatency)
  expectInert(document)
  const packed = (text: string): string => text.replaceAll(/\s/g, '')
  const text = packed(document.body.textContent)
  for (const { content } of checkoutLatency) {
    const piece = typeof content === 'string' && content.split(/[`*#|\n]/).find((one) => one.trim() !== '')
    if (piece) expect(text).toContain(packed(piece))
  }
  expect(document.querySelector('meta[http-equiv]')!.getAttribute('content')).toMatch(/^default-src 'none'/)
})

test('whatever a message says, in whatever place, stays text', () => {
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
        { type, [content]: type },
        { type: 'file', file: { filename: type } },
      ],
    })),
  )
  fc.assert(
    fc.property(fc.array(message, { maxLength: 5 }), text, (messages, title) => {
      expectInert(page(messages, { title, note: title }))
    }),
    { numRuns: 60 },
  )
})

test('every fold is a details element: closed when all went well, open when a call failed', () => {
  const document = page(checkoutLatency)
  const state = (selector: string) =>
    [...document.querySelectorAll(selector)].map((fold) => fold.hasAttribute('open'))
  expect(state('details[data-state=error]')).not.toContain(false)
  expect(state('details[data-state=done]')).not.toContain(true)
  expect(document.querySelectorAll('details').length).toBeGreaterThan(4)
})

test('an image that is in the message is shown, one elsewhere is a link and is not loaded', () => {
  const answer: AssistantMessage = {
    role: 'assistant',
    content: `${kitchenSink}\n\n![chart](https://charts.example/a.png)`,
    images: [
      { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
      { type: 'image_url', image_url: { url: 'https://charts.example/b.png' } },
      { type: 'image_url', image_url: { url: 'data:image/svg+xml;base64,PHN2Zz4=' } },
    ],
  }
  const document = page([{ role: 'user', content: 'Draw.' }, answer])
  expect([...document.images].map(({ src }) => src)).toEqual(['data:image/png;base64,iVBORw0KGgo='])
  expect(document.body.textContent).toContain('charts.example')
})

test('thinking that the provider withheld is named, not left out', () => {
  const hidden: AssistantMessage = {
    role: 'assistant',
    content: 'Yes.',
    reasoning_details: [{ type: 'reasoning.encrypted', data: 'x' }],
  }
  expect(page([hidden]).body.textContent).toContain('Reasoned, not shown by the provider')
})

test('code keeps every character, in colours where the language is known', () => {
  const code = 'const x = "<b>" // why\nlet y = `\n${z}`'
  fc.assert(
    fc.property(
      fc.oneof(fc.constant(code), fc.string()),
      fc.constantFrom('ts', 'py', 'json', 'sql', 'nothing'),
      (text, language) => {
        const fence = '`'.repeat(8)
        const shown = page([{ role: 'assistant', content: `${fence}${language}\n${text}\n${fence}` }])
        expect(shown.querySelector('pre code')?.textContent).toBe(text)
      },
    ),
  )
  const shown = page([{ role: 'assistant', content: `\`\`\`ts\n${code}\n\`\`\`` }])
  expect(shown.querySelector('.t-keyword')?.textContent).toBe('const')
})

test('headings never skip a level below the turn', () => {
  const document = page([{ role: 'assistant', content: '## b\n#### d\n# a\n### c' }])
  const levels = [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(({ localName }) =>
    Number(localName[1]),
  )
  levels.forEach((level, i) => expect(level).toBeLessThanOrEqual((levels[i - 1] ?? 0) + 1))
})

test('speaks German where it is asked to', () => {
  const document = page(checkoutLatency, { strings: german, locale: 'de' })
  expect(document.documentElement.lang).toBe('de')
  expect(document.body.textContent).toContain(german.transcript.you)
})

test('its icons and colours are those of the kit', () => {
  for (const [name, shape] of Object.entries(shapes)) {
    const kit = renderToStaticMarkup(iconShapes[name as keyof typeof shapes])
    expect([name, kit.replaceAll(/><\/\w+>/g, '/>')]).toEqual([name, shape])
  }
  const css = readFileSync(resolve(import.meta.dirname, '../../css/tokens.css'), 'utf8')
  const at = css.indexOf("[data-theme='dark']")
  const [light, dark] = [css.slice(0, at), css.slice(at)]
  const lines = (text: string): string[] => text.trim().split('\n')
  for (const line of lines(lightTokens)) expect(light).toContain(line.replace(':', ': '))
  for (const line of lines(darkTokens)) expect(dark).toContain(line.replace(':', ': '))
})
