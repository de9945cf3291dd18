import { describe, expect, it } from 'vitest'
import { endpointUrl, resolveBaseUrl, withVersion } from './endpoint.js'

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

  it.each(['', '  ', 'ftp://host', 'file:///etc/passwd', '/proxy/v1', 'javascript://x', 'two words'])(
    '%j is refused in words that do not repeat it',
    (pasted) => {
      expect(() => resolveBaseUrl(pasted)).toThrow(/^The base URL is not a web address\. Give one such as/)
    },
  )

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
    ['https://host.io', 'https://host.io/v1'],
    ['https://host.io/api?a=b', 'https://host.io/api/v1?a=b'],
    ['https://host.io/v1', undefined],
    ['https://api.z.ai/api/paas/v4', undefined],
    ['https://generativelanguage.googleapis.com/v1beta/openai', undefined],
  ])('docs/wire 3.2: %s lacks its version: %s', (base, url) => {
    expect(withVersion(base)).toBe(url)
  })
})
