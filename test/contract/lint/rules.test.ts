import { callResultRules, fixTranscript, lintRules, lintTranscript, type LintRule } from '@antiphon/lint'
import { describe, expect, test } from 'vitest'
import { callExamples } from './call-examples.js'
import { orderExamples } from './order-examples.js'
import { partExamples } from './part-examples.js'
import { call, calling, result, user } from './rule-example.js'
import { shapeExamples } from './shape-examples.js'
import { thinkingExamples } from './thinking-examples.js'

const examples = [...shapeExamples, ...callExamples, ...orderExamples, ...thinkingExamples, ...partExamples]

test('every rule has a name of its own and an example', () => {
  const names = lintRules.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect([...new Set(examples.map(({ rule }) => rule))].sort()).toEqual([...names].sort())
})

describe('what lint says', () => {
  test.each(examples.map((example) => [example.rule, example.title, example] as const))(
    '%s: %s',
    (_, __, example) => {
      const { rule, profile, options, wrong, severity, path, fix, mended, right } = example
      const of = (messages: readonly unknown[]) =>
        lintTranscript(messages, profile, options).filter((finding) => finding.rule === rule)

      const [finding, ...more] = of(wrong)
      expect(finding).toMatchObject({ rule, severity, path })
      expect(more).toEqual([])
      expect(finding!.message).toMatch(/^\w.*\.$/)
      expect(finding!.effect).toMatch(/^\w.*\.$/)
      if (fix === undefined) expect(finding!.fix).toBeUndefined()
      else expect(finding!.fix?.title).toContain(fix)

      const before = structuredClone(wrong)
      const fixed = fixTranscript(wrong, [finding!])
      expect(wrong).toEqual(before)
      expect(fixed.applied).toEqual(fix === undefined ? [] : [finding])
      if (fix !== undefined) expect(of(fixed.messages)).toEqual([])
      if (mended) expect(fixed.messages).toEqual(mended)
      expect(of(right)).toEqual([])
    },
  )
})

describe('lintTranscript', () => {
  test('one mistake of spelling is one finding, and does not make its call unanswered', () => {
    const messages = [user, calling(call('a')), { role: 'tool_result', tool_call_id: 'a', content: 'six' }]
    expect(lintTranscript(messages).map(({ rule }) => rule)).toEqual(['wrong-role'])
  })

  test('what is no array is one finding in words', () => {
    for (const value of [null, undefined, 'x', 5, { messages: [] }]) {
      expect(lintTranscript(value as unknown as unknown[])).toMatchObject([{ rule: 'not-a-list' }])
    }
  })

  test('a name that no profile has is a TypeError that lists them', () => {
    expect(() => lintTranscript([], 'nobody')).toThrow(/no provider profile "nobody".*mistral/)
    expect(() => lintTranscript([], 5 as unknown as string)).toThrow(TypeError)
  })

  test('a rule of one\u2019s own is a value in the list', () => {
    const noShouting: LintRule = {
      name: 'no-shouting',
      about: 'Text in capitals.',
      *check({ units }) {
        for (const { raw, message } of units) {
          if (typeof raw.content !== 'string' || raw.content !== raw.content.toUpperCase()) continue
          const value = raw.content.toLowerCase()
          yield {
            severity: 'info',
            where: { message },
            message: 'This is shouted.',
            effect: 'People turn away.',
            fix: { title: 'Say it', edits: [{ op: 'set', message, path: ['content'], value }] },
          }
        }
      },
    }
    const rules = [...lintRules, noShouting]
    const messages = [{ role: 'user', content: 'WHEN IS HIGH TIDE?' }]
    expect(lintTranscript(messages, undefined, { rules })).toMatchObject([
      { rule: 'no-shouting', path: 'messages[0]' },
    ])
    expect(fixTranscript(messages, ['no-shouting'], undefined, { rules }).messages).toEqual([
      { role: 'user', content: 'when is high tide?' },
    ])
  })

  test('the rules of calls and results alone say whether an array is well formed', () => {
    const errors = (messages: unknown[]) =>
      lintTranscript(messages, undefined, { rules: callResultRules }).filter(
        ({ severity }) => severity === 'error',
      )
    const strange = { ...user, content: null, rating: 5 }
    expect(errors([strange, calling(call('a'), call('a')), result('a'), result('a'), user])).toEqual([])
    expect(errors([strange, calling(call('a'), call('b')), result('b'), result('a'), user])).toHaveLength(1)
    // Calls that wait for a person at the end of a thread are not a mistake.
    expect(errors([user, calling(call('a'))])).toEqual([])
  })

  test('twice as many messages, or calls in one, are twice the work', () => {
    const turns = (n: number) =>
      Array.from({ length: n }, () => [calling(call('call_0')), result('call_0')]).flat()
    const batch = (n: number) => {
      const ids = Array.from({ length: n }, (_, i) => `c${i}`)
      return [
        calling(...ids.map((id) => call(id))),
        ...ids.filter((_, i) => i % 2).map((id) => result(id)),
        user,
      ]
    }
    const names = lintRules.map(({ name }) => name)
    for (const make of [turns, batch]) {
      const [once, twice] = [400, 800].map((n) => {
        const { value, reads } = counted(make(n))
        fixTranscript(value, names)
        return reads()
      })
      // Quadratic, it would be four times.
      expect(twice! / once!).toBeLessThan(2.5)
    }
  })
})

/** The value, with every read of a property of it or of anything in it counted. */
function counted<T extends object>(target: T): { value: T; reads(): number } {
  let reads = 0
  const seen = new WeakMap<object, object>()
  const wrap = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const known = seen.get(value)
    if (known) return known
    const proxy = new Proxy(value, {
      get(object, key, receiver) {
        reads++
        return wrap(Reflect.get(object, key, receiver))
      },
    })
    seen.set(value, proxy)
    return proxy
  }
  return { value: wrap(target) as T, reads: () => reads }
}

describe('fixTranscript', () => {
  const messages = [calling(call('a')), user, result('z'), { role: 'ai', content: 'Well.' }]

  test('applies chosen findings together and leaves messages alone that none is about', () => {
    const findings = lintTranscript(messages)
    const { messages: fixed, applied } = fixTranscript(messages, findings)
    expect(applied.map(({ rule }) => rule)).toEqual(['wrong-role', 'orphan-result', 'unanswered-call'])
    expect(fixed).toMatchObject([
      { role: 'assistant' },
      { role: 'tool', tool_call_id: 'a' },
      user,
      { role: 'assistant' },
    ])
    expect(fixed[2]).toBe(user)
  })

  test('a name stands for all findings of its rule, also those that come to light on the way', () => {
    const clawtools = [
      { role: 'assistant', content: [{ type: 'toolCall', id: 'a', name: 'tide', arguments: { bay: 1 } }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'six' }] }],
      },
      { role: 'model', content: 'At six.' },
    ]
    const names = lintRules.map(({ name }) => name)
    expect(fixTranscript(clawtools, names).messages).toEqual([
      { role: 'assistant', content: '', tool_calls: [call('a', {}, '{"bay":1}')] },
      result('a', [{ type: 'text', text: 'six' }]),
      { role: 'assistant', content: 'At six.' },
    ])
  })

  test('a fix made for what another has changed waits for the next time, and says so', () => {
    const both = [calling(call('', {}, '{"b'), { name: 'tide', arguments: '{"b' }), user]
    const findings = lintTranscript(both)
    const { messages: once, applied } = fixTranscript(both, findings)
    expect(applied.length).toBeLessThan(findings.length)
    const { messages: twice } = fixTranscript(once, lintTranscript(once))
    expect(lintTranscript(twice).filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('a name that no rule has is a TypeError that lists them', () => {
    expect(() => fixTranscript([], ['nothing'])).toThrow(/no rule "nothing".*unanswered-call/)
  })
})
