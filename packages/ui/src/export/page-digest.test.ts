import { afterEach, expect, test, vi } from 'vitest'
import { exportHtml } from './export-html.js'
import { verifyPage } from './page-digest.js'

const page = (content: string): Promise<string> => exportHtml([{ role: 'user', id: 'q', content }])

afterEach(() => vi.unstubAllGlobals())

test('a page is known for what was exported, and any other word in it is seen', async () => {
  const html = await page('Low water is at noon. <meta name="antiphon-digest" content="sha256-x"/>')
  expect(html).toMatch(/<meta name="antiphon-digest" content="sha256-[\w+/]{43}="\/>/)
  expect(await verifyPage(html)).toBe('intact')
  // Mail and version control change line ends on the way.
  expect(await verifyPage(html.replaceAll('\n', '\r\n'))).toBe('intact')
  expect(await verifyPage(html.replace('at noon', 'at nine'))).toBe('changed')
  expect(await verifyPage(html.replace('default-src', 'x-src'))).toBe('changed')
  expect(await verifyPage(html.replace('</main>', '<p>And more.</p></main>'))).toBe('changed')
  expect(await verifyPage(html.replace(/sha256-./, 'sha256-?'))).toBe('changed')
})

test('a page without a digest says nothing, and a page without WebCrypto makes none', async () => {
  const html = await page('Hello')
  expect(await verifyPage(html.replace(/<meta name="antiphon-digest"[^>]*>/, ''))).toBe('unmarked')
  expect(await verifyPage('<p>Any page</p>')).toBe('unmarked')
  vi.stubGlobal('crypto', {})
  expect(await verifyPage(html)).toBe('unchecked')
  expect(await page('Hello')).not.toContain('<meta name="antiphon-digest"')
})
