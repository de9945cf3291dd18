import { describe, expect, it } from 'vitest'
import { resolveProvider } from './resolve.js'
import type { ProviderProfile, SettingsOverride } from './types.js'
import { DEFAULT_SETTINGS } from './default-settings.js'

const profile: ProviderProfile = {
  id: 'mine',
  name: 'Mine',
  match: {},
  settings: {
    messages: { reasoning: { turns: 'all', emptyKey: true } },
    body: { omit: ['a'], thinking: { on: { x: 1 }, off: { x: 0 } }, extra: { p: 1, q: 1 } },
    headers: { extra: { one: '1' } },
  },
  models: [
    { match: /big/, settings: { body: { omit: ['b'], extra: { q: 2 } } } },
    { match: /bigger/, settings: { body: { omit: ['c'] } } },
  ],
}
const resolve = (model?: string, learned: SettingsOverride[] = [], overrides?: SettingsOverride) =>
  resolveProvider({ baseUrl: 'http://h/v1', profile, overrides }, model, learned).settings

describe('the settings of an endpoint', () => {
  it('are the defaults at a server nobody knows', () => {
    const { id, settings } = resolveProvider({ baseUrl: 'https://llm.example.com/v1' }, 'm')
    expect({ id, settings }).toEqual({ id: 'generic', settings: DEFAULT_SETTINGS })
  })

  it('come from the defaults, the profile, the model, what was learned and the user, in this order', () => {
    const learned: SettingsOverride[] = [{ body: { omit: ['d'] } }, { body: { omit: ['e'] } }]
    expect(resolve().body.omit).toEqual(['a'])
    expect(resolve('big').body.omit).toEqual(['b'])
    expect(resolve('bigger').body.omit).toEqual(['c'])
    expect(resolve('bigger', learned).body.omit).toEqual(['e'])
    expect(resolve('bigger', learned, { body: { omit: [] } }).body.omit).toEqual([])
    expect(resolve('bigger', learned).body.maxTokensField).toBe(DEFAULT_SETTINGS.body.maxTokensField)
  })

  it('can be overridden field by field: the rest stays', () => {
    const before = resolve('big')
    const after = resolve('big', [], {
      messages: { reasoning: { turns: 'never' } },
      body: { includeUsage: false, thinking: { on: { y: 1 } }, extra: { p: 9 } },
      headers: { extra: { two: '2' } },
      response: { thinkTags: false },
    })
    expect(after).toEqual({
      messages: { reasoning: { turns: 'never', emptyKey: true } },
      body: {
        ...before.body,
        includeUsage: false,
        thinking: { on: { y: 1 }, off: { x: 0 } },
        extra: { p: 9, q: 2 },
      },
      headers: { ...before.headers, extra: { one: '1', two: '2' } },
      response: { ...before.response, thinkTags: false },
    })
  })

  it('stay where an override says undefined, as an empty field of a form does', () => {
    const empty = {
      messages: { reasoning: { turns: undefined } },
      body: { omit: undefined, thinking: { on: undefined } },
      headers: undefined,
    }
    expect(resolve('big', [], empty)).toEqual(resolve('big'))
  })

  it('take null as a value: content of a turn without text', () => {
    const overrides = { messages: { emptyContent: '' as const } }
    expect(resolve(undefined, [overrides], { messages: { emptyContent: null } }).messages.emptyContent).toBe(
      null,
    )
  })

  it('leave the profile and the defaults as they were', () => {
    const before = structuredClone([profile, DEFAULT_SETTINGS])
    resolve('bigger', [{ body: { extra: { p: 3 } } }], { headers: { extra: { z: 'z' } } })
    expect([profile, DEFAULT_SETTINGS]).toEqual(before)
  })

  it('follow a profile named by its id, whatever the address', () => {
    const { id, name } = resolveProvider({ baseUrl: 'https://proxy.example.com/llm', profile: 'deepseek' })
    expect([id, name]).toEqual(['deepseek', 'DeepSeek'])
  })

  it('need a profile that exists, and say which do', () => {
    const wrong = () => resolveProvider({ baseUrl: 'http://h/v1', profile: 'depseek' })
    expect(wrong).toThrow(TypeError)
    expect(wrong).toThrow(/no provider profile "depseek".*deepseek/)
  })
})
