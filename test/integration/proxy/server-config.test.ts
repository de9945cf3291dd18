import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseConfig, readConfig } from '@antiphon/server'
import { expect, it } from 'vitest'

const upstream = (fields: object) => ({ upstreams: { a: { baseUrl: 'https://api.example/v1', ...fields } } })

it.each([
  [
    'http to another machine',
    upstream({ baseUrl: 'http://api.example/v1' }),
    'upstreams.a.baseUrl: must begin with https://',
  ],
  [
    'http to a name like this machine',
    upstream({ baseUrl: 'http://localhost.evil.example/v1' }),
    'must begin with https://',
  ],
  [
    'a key in the address',
    upstream({ baseUrl: 'https://user:sk-1@api.example/v1' }),
    'name a variable in keyEnv',
  ],
  ['a query in the address', upstream({ baseUrl: 'https://api.example/v1?key=1' }), 'must end with its path'],
  ['another scheme', upstream({ baseUrl: 'file:///etc/passwd' }), 'must begin with https://'],
  ['no address', upstream({ baseUrl: 'api.example' }), 'is not an address'],
  ['a key where the name of a variable belongs', upstream({ keyEnv: 'sk-proj-123' }), 'not the key'],
  ['a key that could be the name of a variable', upstream({ keyEnv: 'gsk_abc123' }), 'not the key'],
  ['a key among the headers', upstream({ headers: { 'X-Api-Key': 'sk-1' } }), 'name a variable in keyEnv'],
  ['two sources of a key', upstream({ keyEnv: 'K', clientKey: true }), 'choose one'],
  [
    'models to answer with, without a key for them',
    upstream({ models: ['m'], clientKey: true }),
    'take clientKey out',
  ],
  [
    'a header that splits the request',
    upstream({ headers: { 'x-a': '1\r\nhost: evil' } }),
    'printable ASCII',
  ],
  ['a bad name of a header', upstream({ headers: { 'x a': '1' } }), 'upstreams.a.headers'],
  ['a field that is not known', upstream({ kyeEnv: 'K' }), 'kyeEnv'],
  [
    'a name that is no name',
    { upstreams: { 'a/../b': { baseUrl: 'https://api.example' } } },
    'lower case letters',
  ],
  ['every origin', { origins: ['*'] }, 'origins.0: is not an address'],
  ['an origin with a path', { origins: ['https://a.example/x'] }, 'it has no path'],
  ['a host with a scheme', { hosts: ['https://a.example'] }, 'hosts.0'],
  ['no limit', { limits: { bodyBytes: 0 } }, 'limits.bodyBytes'],
  ['a list', [], 'the file'],
])('refuses %s and says where', (_, value, words) => {
  expect(() => parseConfig(value, 'server.json')).toThrow(words)
  expect(() => parseConfig(value, 'server.json')).toThrow('server.json does not fit')
})

it('takes a key from the variable that is named, and never says it', () => {
  const config = upstream({ keyEnv: 'API_KEY' })
  expect(parseConfig(config, 'f', { API_KEY: ' sk-1 ' }).upstreams.get('a')).toMatchObject({ key: 'sk-1' })
  expect(() => parseConfig(config, 'f', {})).toThrow('the variable API_KEY, which is empty')
  expect(() => parseConfig(config, 'f', { API_KEY: 'sk-1\nsk-2' })).toThrow(
    /^(?!.*sk-1).*characters that no key has/,
  )
})

it('reads the example that the documentation shows, and says what is wrong with a file that is none', async () => {
  const example = resolve(import.meta.dirname, '../../../apps/demo/server/config.example.json')
  const guide = await readFile(resolve(import.meta.dirname, '../../../docs/server.md'), 'utf8')
  const shown: unknown = JSON.parse(/```json\n([^]*?)```/.exec(guide)![1]!)
  expect(JSON.parse(await readFile(example, 'utf8'))).toEqual(shown)
  const { upstreams } = await readConfig(example, { OPENROUTER_API_KEY: 'k' })
  expect([...upstreams.keys()]).toEqual(['openrouter', 'ollama'])
  const folder = await mkdtemp(join(tmpdir(), 'antiphon-config-'))
  await writeFile(join(folder, 'bad.json'), '{"upstreams": }')
  await expect(readConfig(join(folder, 'bad.json'))).rejects.toThrow(/bad\.json is not JSON: /)
  for (const text of [
    '{"keyEnv": sk-1234567890abcdef}',
    'sk-1234567890abcdef',
    '{"keyEnv": "sk-1234567890abcdef" "b"}',
    '{"keyEnv": "sk-1234567890abcdef\n"}',
  ]) {
    await writeFile(join(folder, 'key.json'), text)
    await expect(readConfig(join(folder, 'key.json'))).rejects.toThrow(
      /^The configuration \S+key\.json is not JSON: (?!.*(?:sk-|123|abc)).{10,}$/s,
    )
  }
  await expect(readConfig(join(folder, 'none.json'))).rejects.toThrow('cannot be read (ENOENT)')
  await rm(folder, { recursive: true })
})
