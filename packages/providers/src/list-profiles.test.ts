import { detectProfile, providerProfiles } from '@antiphon/core/provider'
import { describe, expect, it } from 'vitest'
import { describeEndpoint, describeProfile, listProfiles } from './list-profiles.js'

const list = listProfiles()

describe('the profiles to choose from', () => {
  it('are all that the kit has, each with facts of its own', () => {
    expect(list.map(({ id }) => id).toSorted()).toEqual(providerProfiles.map(({ id }) => id).toSorted())
    expect(list.filter(({ baseUrl }) => !baseUrl).map(({ id }) => id)).toEqual(['generic'])
    expect([list[0]?.id, list.at(-1)?.id]).toEqual(['openai', 'generic'])
  })

  it('are plain data', () => {
    expect(JSON.parse(JSON.stringify(list))).toStrictEqual(list)
    expect(list.find(({ id }) => id === 'ollama')).toMatchObject({
      name: 'Ollama',
      baseUrl: 'http://localhost:11434/v1',
      needsKey: false,
      browser: 'setting',
    })
    expect(list.find(({ id }) => id === 'openai')).toMatchObject({ needsKey: true, browser: 'yes' })
  })

  it.each(list.filter(({ baseUrl }) => baseUrl))('the address of $id leads to it', ({ id, baseUrl = '' }) => {
    expect(detectProfile(baseUrl.replaceAll(/\{\w+\}/g, 'mine')).id).toBe(id)
  })

  it.each(list.filter(({ browser }) => browser !== 'yes'))(
    'say what to do where a page may not reach them: $id',
    ({ browserHint }) => {
      expect(browserHint).toMatch(/proxy|OLLAMA_ORIGINS|Enable CORS|Access-Control-Allow-Origin/)
    },
  )

  it('are known by address, and only the name of a profile of your own is known', () => {
    expect(describeEndpoint('http://localhost:1234/v1')).toMatchObject({ id: 'lm-studio', needsKey: false })
    expect(describeProfile({ id: 'toString', name: 'Mine' })).toEqual({
      id: 'toString',
      name: 'Mine',
      needsKey: true,
      browser: 'unknown',
    })
  })
})
