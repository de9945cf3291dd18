import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { providerProfiles } from './profiles/index.js'
import { detectProfile } from './resolve.js'
import { assertProperty } from '../../../../test/support/property.js'

const idAt = (baseUrl: string) => detectProfile(baseUrl).id

describe('the profile for a base URL', () => {
  it.each([
    ['https://API.OpenAI.com/v1', 'openai'],
    ['https://api.openai.com./v1', 'openai'],
    ['https://mine.services.ai.azure.com/models', 'azure'],
    ['https://api.z.ai/api/coding/paas/v4', 'zai'],
    ['http://127.0.0.1:11434', 'ollama'],
    ['http://[::1]:8080/v1', 'llama-cpp'],
    ['http://192.168.1.20:1234/v1', 'lm-studio'],
    ['http://172.31.0.9:30000/v1', 'sglang'],
    ['http://100.64.3.3:8000/v1', 'vllm'],
    ['http://box.local:4000', 'litellm'],
    ['http://ollama:11434/v1', 'ollama'],
  ])('%s is %s', (baseUrl, id) => {
    expect(idAt(baseUrl)).toBe(id)
  })

  it.each([
    ['a host that only contains a name', 'https://api.openai.com.evil.example/v1'],
    ['a host that only ends like a name', 'https://notapi.groq.com/v1'],
    ['a name before the @', 'https://api.openai.com@evil.example/v1'],
    ['a name in the path', 'https://evil.example/api.mistral.ai/v1'],
    ['the bare end of a family', 'https://azure.com/v1'],
    ['another service of a cloud', 'https://mine.eastus.models.ai.azure.com/v1'],
    ['a port on a public name', 'https://models.example.com:11434/v1'],
    ['a port on a public address', 'http://8.8.8.8:8000/v1'],
    ['a port just outside the private range', 'http://172.32.0.1:8000/v1'],
    ['a port on a public IPv6 address', 'http://[2001:db8::1]:8000/v1'],
    ['a local host on a port that nobody is known for', 'http://localhost:5000/v1'],
    ['a local host without a port', 'http://localhost/v1'],
    ['something that is no URL', 'api.openai.com/v1'],
    ['nothing', ''],
  ])('%s is no known family', (_, baseUrl) => {
    expect(idAt(baseUrl)).toBe('generic')
  })

  it('is one of ours for any text, and no port makes a public host known', () => {
    const ports = fc.constantFrom(...providerProfiles.flatMap(({ match }) => match.ports ?? []))
    assertProperty(fc.property(fc.string(), (text) => providerProfiles.includes(detectProfile(text))))
    assertProperty(
      fc.property(fc.domain(), ports, (host, port) => {
        expect(idAt(`http://${host}:${port}/v1`)).toBe('generic')
      }),
    )
  })
})
