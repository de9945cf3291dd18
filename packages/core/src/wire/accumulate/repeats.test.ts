import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assertProperty } from '../../../../../test/support/property.js'
import { createAccumulator } from './accumulator.js'

function read(...deltas: object[]) {
  const accumulator = createAccumulator()
  for (const delta of deltas) accumulator.push({ choices: [{ index: 0, delta }] })
  accumulator.push({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
  return accumulator.finish()
}

/** The field of a delta, the place that a repair names, and where the message has the text. */
const CHANNELS = [
  ['content', 'text', 'content'],
  ['reasoning_content', 'reasoning', 'reasoning'],
  ['refusal', 'refusal', 'refusal'],
] as const
const FIFTEEN = 'Oslo is nearby.'
const SIXTEEN = 'Oslo is far away'

describe.each(CHANNELS)('%s that a server repeats (docs/wire 2.2)', (field, channel, key) => {
  const where = `choices[0].${channel}`
  const readTexts = (...texts: string[]) => read(...texts.map((text) => ({ [field]: text })))
  const heard = (...texts: string[]) => {
    const { message, repairs } = readTexts(...texts)
    return [message[key], repairs]
  }
  const repaired = (before: string, after: string) => [{ rule: 'text_repeated', where, before, after }]

  test('is the text once, from three pieces on, each of which is the text so far', () => {
    const grown = fc.tuple(
      fc.constantFrom('I', '7', 'The', '设'),
      fc.array(fc.constantFrom(' a', 'b', '.', ' 12'), { minLength: 2, maxLength: 8 }),
    )
    assertProperty(
      fc.property(grown, ([first, more]) => {
        const texts = more.reduce<string[]>((all, text) => [...all, all.at(-1)! + text], [first])
        expect(heard(...texts)).toEqual([texts.at(-1), repaired(texts[2]!, texts[2]!.slice(first.length))])
      }),
      { numRuns: 50 },
    )
  })

  test.each<[string, string[], text: string, before: string, after: string]>([
    ['empty pieces are none', ['', 'I', '', 'It', '', 'It is'], 'It is', 'It is', 't is'],
    ['all of it once more', [SIXTEEN, SIXTEEN], SIXTEEN, SIXTEEN, ''],
    ['all of it at the end', ['Oslo is ', 'far ', 'away', SIXTEEN], SIXTEEN, SIXTEEN, ''],
    ['all of it and more', [SIXTEEN, `${SIXTEEN}.`], `${SIXTEEN}.`, `${SIXTEEN}.`, '.'],
    [
      'all of it after two that only looked so',
      ['I am ', 'I am not here', 'I am I am not here today'],
      'I am I am not here today',
      'I am I am not here today',
      ' today',
    ],
    ['all of it twice more', [SIXTEEN, SIXTEEN, SIXTEEN], SIXTEEN, SIXTEEN, ''],
  ])('%s', (_name, texts, text, before, after) => {
    expect(heard(...texts)).toEqual([text, repaired(before, after)])
  })

  test.each<[string, string[]]>([
    ['two pieces alone', ['I', 'It']],
    ['a third that does not go on', ['The', 'Theatre', ' is open']],
    ['a third that begins with the first two', ['a', 'b', 'abc']],
    ['a third and a fourth that begin with all before', ['a', 'b', 'abc', 'abcd']],
    ['a third that ends with the second', ['a', 'ab', 'cab']],
    ['a second that ends with the first', ['a', 'ba', 'bac']],
    ['a laugh', ['ha', 'ha', 'ha', 'haha']],
    ['a ruler', ['--', '----', '------']],
    ['fifteen characters once more', [FIFTEEN, FIFTEEN]],
    ['fifteen characters twice more', [FIFTEEN, FIFTEEN, FIFTEEN]],
    ['fifteen characters at the end', ['Oslo is ', 'near', 'by.', FIFTEEN]],
    ['a line twice, where a third goes on', [`${SIXTEEN}\n`, `${SIXTEEN}\n`, 'Bergen too']],
    ['its end once more', ['Oslo is ', 'far away.', 'far away.']],
    ['less than all of it', [`${SIXTEEN}.`, SIXTEEN, ' Indeed.']],
  ])('stays as it is: %s', (_name, texts) => {
    expect(heard(...texts)).toEqual([texts.join(''), []])
  })

  test('shows a second piece only once the third tells what it is', () => {
    const accumulator = createAccumulator()
    const shown = ['I', 'It', 'It is'].map((text) => {
      accumulator.push({ choices: [{ index: 0, delta: { [field]: text } }] })
      return accumulator.snapshot()[key]
    })
    expect(shown).toEqual(['I', 'I', 'It is'])
  })
})

describe('a piece that is held back', () => {
  const call = { index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }
  test.each<[string, object]>([
    ['thoughts', { reasoning_content: 'Hm' }],
    ['calls', { tool_calls: [call] }],
    ['a call of the old kind', { function_call: { name: 'f', arguments: '{}' } }],
  ])('comes before %s', (_name, next) => {
    const { message } = read({ content: 'I' }, { content: 'It' }, next)
    expect(message.content).toBe('IIt')
    expect(message.segments?.map(({ type }) => type === 'text')).toEqual([true, false])
  })

  test('waits where the other fields of a delta are empty', () => {
    const empty = { reasoning_content: '', refusal: null, tool_calls: null }
    const { message } = read(...['I', 'It', 'It is'].map((content) => ({ content, ...empty })))
    expect(message.content).toBe('It is')
  })
})

describe('parts of a content array', () => {
  const part = (text: string) => ({ type: 'text', text })

  test('that are alone in their deltas may be the text so far', () => {
    const { message } = read(...['I', 'It', 'It is'].map((text) => ({ content: [part(text)] })))
    expect(message.content).toBe('It is')
  })

  test('side by side are pieces, equal ones too', () => {
    const { message, repairs } = read({ content: 'Hm' }, { content: [part('Hmm'), part('Hmmm')] })
    expect([message.content, repairs]).toEqual(['HmHmmHmmm', []])
    expect(read({ content: [part(SIXTEEN), part(SIXTEEN)] }).message.content).toBe(SIXTEEN + SIXTEEN)
  })

  test('come after a piece that was held back', () => {
    expect(
      read({ content: 'I' }, { content: 'It' }, { content: [part(' is'), part(' so')] }).message.content,
    ).toBe('IIt is so')
  })

  test('may be followed by plain text', () => {
    const { message, repairs } = read({ content: [part('Oslo')] }, { content: ' is far' })
    expect([message.content, repairs]).toEqual(['Oslo is far', []])
  })
})

describe('what goes back beside a text that a server repeats', () => {
  const soFar = ['First I', 'First I look', 'First I look at the map.']
  const pieces = ['Oslo ', 'is ', 'far away.', 'Oslo is far away.']
  const kinds: [string, (text: string) => object, (read: ReturnType<typeof createAccumulator>) => unknown][] =
    [
      [
        'reasoning_details',
        (text) => ({ reasoning_details: [{ type: 'reasoning.text', text, index: 0 }] }),
        (of) => of.snapshot().reasoning_details?.map(({ text }) => text),
      ],
      [
        'reasoning_details of a summary, beside an alias',
        (text) => ({
          reasoning: text,
          reasoning_details: [{ type: 'reasoning.summary', summary: text, index: 0 }],
        }),
        (of) => of.snapshot().reasoning_details?.map(({ summary }) => summary),
      ],
      [
        'thinking_blocks beside another entry',
        (text) => ({ thinking_blocks: [{ type: 'thinking', thinking: text }, { type: 'sonar' }] }),
        (of) =>
          of
            .snapshot()
            .thinking_blocks?.map(({ thinking }) => thinking ?? '')
            .join('') && [
            of
              .snapshot()
              .thinking_blocks!.map(({ thinking }) => thinking ?? '')
              .join(''),
          ],
      ],
      [
        'parts of text',
        (text) => ({ content: [{ type: 'text', text }] }),
        (of) => (of.snapshot().metadata!['wire.content_parts'] as { text: string }[]).map(({ text }) => text),
      ],
      [
        'parts of thoughts',
        (text) => ({ content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }] }),
        (of) =>
          (of.snapshot().metadata!['wire.content_parts'] as { thinking: { text: string }[] }[]).map(
            ({ thinking }) => thinking.map(({ text }) => text).join(''),
          ),
      ],
      [
        'the transcript of audio',
        (transcript) => ({ audio: { id: 'a', transcript, data: '' } }),
        (of) => [of.snapshot().audio?.transcript],
      ],
    ]
  const keep = (texts: readonly string[], write: (text: string) => object) => {
    const accumulator = createAccumulator()
    for (const text of texts) accumulator.push({ choices: [{ index: 0, delta: write(text) }] })
    accumulator.push({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
    accumulator.finish()
    return accumulator
  }

  test.each(kinds)('%s, has it once', (_name, write, kept) => {
    expect(kept(keep(soFar, write))).toEqual([soFar.at(-1)])
    expect(kept(keep(pieces, write))).toEqual([pieces.at(-1)])
  })

  test.each(kinds)('%s, has all of one that only looked so', (_name, write, kept) => {
    expect(kept(keep(['The', 'Theatre', ' is open'], write))).toEqual(['TheTheatre is open'])
    expect(kept(keep(['I', 'It'], write))).toEqual(['IIt'])
    expect(kept(keep(['ha', 'ha', 'ha', 'haha'], write))).toEqual(['hahahahaha'])
  })

  test('its signature comes to the thought, though that has other records behind it', () => {
    const { message } = read(
      { reasoning_details: [{ type: 'reasoning.text', text: SIXTEEN }] },
      { reasoning_details: [{ type: 'reasoning.encrypted', data: 'x' }] },
      { reasoning_details: [{ type: 'reasoning.text', text: SIXTEEN, signature: 's' }] },
    )
    expect(message.reasoning_details).toEqual([
      { type: 'reasoning.text', text: SIXTEEN, signature: 's' },
      { type: 'reasoning.encrypted', data: 'x' },
    ])
  })

  test('a piece that was held back comes before parts side by side', () => {
    const { message } = read(
      { content: [{ type: 'text', text: 'I' }] },
      { content: [{ type: 'text', text: 'It' }] },
      {
        content: [
          { type: 'text', text: ' is' },
          { type: 'text', text: ' so' },
        ],
      },
    )
    expect(message.metadata).toMatchObject({ 'wire.content_parts': [{ type: 'text', text: 'IIt is so' }] })
  })
})
