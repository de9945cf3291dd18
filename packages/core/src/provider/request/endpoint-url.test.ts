import { afterEach, describe, expect, it, vi } from 'vitest'
import { credentialsFor, endpointUrl, isPagePath, resolveBaseUrl } from './endpoint.js'

afterEach(() => void vi.unstubAllGlobals())

describe('docs/wire 3.2: the base URL in what people paste', () => {
  it.each([
    ['https://host.io', 'https://host.io'],
    ['https://host.io/', 'https://host.io'],
    ['https://host.io/v1', 'https://host.io/v1'],
    ['https://host.io/v1//', 'https://host.io/v1'],
    ['https://host.io/v1/chat/completions', 'https://host.io/v1'],
    ['https://host.io/v1/chat/completions/', 'https://host.io/v1'],
    ['https://host.io/chat/completions', 'https://host.io'],
    ['https://host.io/v1/models', 'https://host.io/v1'],
    ['https://host.io/v1beta/openai/models', 'https://host.io/v1beta/openai'],
    ['https://host.io/v1/responses', 'https://host.io/v1'],
    ['https://host.io/v1?api-version=2#top', 'https://host.io/v1?api-version=2'],
    ['https://host.io/?a=b', 'https://host.io?a=b'],
    ['https://host.io/v1/chat/completions?a=b', 'https://host.io/v1?a=b'],
    ['  "https://host.io/v1" ', 'https://host.io/v1'],
    ['`http://host.io/v1`', 'http://host.io/v1'],
    ['<https://host.io/v1>', 'https://host.io/v1'],
    ['host.io', 'https://host.io'],
    ['host.io/v1', 'https://host.io/v1'],
    ['host.io:8443/v1', 'https://host.io:8443/v1'],
    ['//host.io/v1', 'https://host.io/v1'],
    ['localhost:1234', 'http://localhost:1234'],
    ['localhost:1234/v1/', 'http://localhost:1234/v1'],
    ['127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
    ['192.168.1.5:11434', 'http://192.168.1.5:11434'],
    ['[::1]:8080/v1', 'http://[::1]:8080/v1'],
    ['ollama:11434/v1', 'http://ollama:11434/v1'],
    ['https://api.perplexity.ai', 'https://api.perplexity.ai'],
    ['https://api.z.ai/api/paas/v4/', 'https://api.z.ai/api/paas/v4'],
    // The API of Azure's model catalogue lives there.
    ['https://x.services.ai.azure.com/models', 'https://x.services.ai.azure.com/models'],
  ])('docs/wire 3.2: %j is %s', (pasted, base) => {
    expect(resolveBaseUrl(pasted)).toBe(base)
    expect(resolveBaseUrl(base)).toBe(base)
  })

  it.each(['', '  ', 'ftp://host', 'file:///etc/passwd', 'javascript://x', 'two words'])(
    '%j is refused in words that do not repeat it',
    (pasted) => {
      expect(() => resolveBaseUrl(pasted)).toThrow(/^The base URL is not a web address\. Give one such as/)
    },
  )

  const page = (href: string): void => void vi.stubGlobal('location', { href, origin: new URL(href).origin })

  it.each([
    ['/api/v1', 'http://devbox.lan/api/v1'],
    ['/api/v1/chat/completions', 'http://devbox.lan/api/v1'],
    ['api/v1', 'http://devbox.lan/app/api/v1'],
    ['./v1/', 'http://devbox.lan/app/v1'],
    ['../v1?a=b', 'http://devbox.lan/v1?a=b'],
    ['/', 'http://devbox.lan'],
  ])('a path, %s, is taken from the page', (path, base) => {
    page('http://devbox.lan/app/index.html?x=y#z')
    expect(isPagePath(path)).toBe(true)
    expect(resolveBaseUrl(path)).toBe(base)
  })

  it('paths are taken from the base of a document, as `fetch` does', () => {
    page('http://devbox.lan/app/')
    vi.stubGlobal('document', { baseURI: 'http://devbox.lan/other/' })
    expect(resolveBaseUrl('api/v1')).toBe('http://devbox.lan/other/api/v1')
  })

  it.each(['/api/v1', 'api/v1', './v1'])('a path, %s, is refused where there is no page', (path) => {
    expect(isPagePath(path)).toBe(true)
    expect(() => resolveBaseUrl(path)).toThrow(/path of a page.*no page is here.*Give the whole address/)
  })

  it('a path is no address in a page that has none itself', () => {
    page('about:blank')
    expect(() => resolveBaseUrl('/api/v1')).toThrow('not a web address')
  })

  it.each(['host.io/v1', 'localhost/v1', 'ollama:11434/v1', 'ollama', '[::1]/v1', '//host.io/v1'])(
    '%s is no path',
    (address) => expect(isPagePath(address)).toBe(false),
  )

  it('cookies go to the page’s own origin, or as one says', () => {
    page('http://devbox.lan/app/')
    expect(credentialsFor('http://devbox.lan/api')).toBe('same-origin')
    expect(credentialsFor('http://devbox.lan:81/api')).toBe('omit')
    expect(credentialsFor('http://other.lan/api', 'include')).toBe('include')
    expect(credentialsFor('http://devbox.lan/api', 'omit')).toBe('omit')
  })

  it('with a blank to fill in is refused by its name', () => {
    expect(() => resolveBaseUrl('https://{resource}.host.io/v1')).toThrow('still has {resource} in it')
  })

  it.each([
    ['host.io/v1', 'https://host.io/v1/models'],
    ['https://host.io', 'https://host.io/models'],
    ['https://host.io/deployments/d?api-version=1', 'https://host.io/deployments/d/models?api-version=1'],
  ])('of %s has its models at %s', (base, url) => {
    expect(endpointUrl(base, 'models')).toBe(url)
  })

  it.each([
    ['https://host.io/api', 'chat', 'https://host.io/api/chat'],
    ['https://host.io', '/chat', 'https://host.io/chat'],
    ['https://host.io/api/chat?a=b', '', 'https://host.io/api/chat?a=b'],
  ])('%s with the path "%s" is asked at %s', (base, path, url) => {
    expect(endpointUrl(base, path)).toBe(url)
  })
})
