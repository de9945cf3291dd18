import { describe, expect, test } from 'vitest'
import { createAccumulator, type AccumulatorOptions } from './accumulator.js'
import { DEFAULT_THINK_TAGS, type ThinkTag } from '../../message/think-tags.js'

function read(texts: string[], options?: AccumulatorOptions, finish: string | null = 'stop') {
  const accumulator = createAccumulator(options)
  for (const content of texts) accumulator.push({ choices: [{ delta: { content } }] })
  accumulator.push({ choices: [{ delta: {}, finish_reason: finish }] })
  const { message } = accumulator.finish()
  return {
    reasoning: message.reasoning,
    content: message.content,
    field: message.reasoningSource?.field,
    message,
  }
}

const thought = (reasoning: string | undefined, content: string) => ({ reasoning, content })

describe('thoughts in tags at the start of the text (docs/wire 2.3)', () => {
  test.each<[string, ReturnType<typeof thought>]>([
    ['<think>why</think>because', thought('why', 'because')],
    ['\n <think>why</think>\n\nbecause', thought('\n why', '\n\nbecause')],
    ['<think></think>plain', thought(undefined, 'plain')],
    ['<think>cut off', thought('cut off', '')],
    ['<think>cut off</thi', thought('cut off</thi', '')],
    ['<think>a</thi b</think>c', thought('a</thi b', 'c')],
    ['<think>a<think>b</think>c', thought('a<think>b', 'c')],
    ['said <think>not</think> here', thought(undefined, 'said <think>not</think> here')],
    ['<think>a</think>b<think>c</think>', thought('a', 'b<think>c</think>')],
    ['<thinking>why</thinking>because', thought('why', 'because')],
    ['<thought>why</thought>because', thought('why', 'because')],
    ['<reason>why</reason>because', thought(undefined, '<reason>why</reason>because')],
    [
      '<|channel|>analysis<|message|>why<|end|><|start|>assistant<|channel|>final<|message|>because',
      thought('why', 'because'),
    ],
    [
      '<|channel|>analysis<|message|>why<|end|><|start|>assistant<|channel|>final<|message|>because<|return|>',
      thought('why', 'because'),
    ],
    ['<think>a</think>\n<think>b</think>c', thought('a\nb', 'c')],
    ['<think>a</think>\n</think>\n\nb', thought('a', '\n\nb')],
    ['<think>a</think> </thinker>', thought('a', ' </thinker>')],
    ['why\n</think>\n\nbecause', thought('why\n', '\n\nbecause')],
    ['why.</think>\nbecause', thought('why.', '\nbecause')],
    ['why</thinking>\n\nbecause', thought('why', '\n\nbecause')],
    ['end it with </think>\n', thought(undefined, 'end it with </think>\n')],
    ['a `</think>\n` b', thought(undefined, 'a `</think>\n` b')],
    ['```\na\n</think>\nb\n```\nc', thought(undefined, '```\na\n</think>\nb\n```\nc')],
    ['say <think>\na\n</think>\nb', thought(undefined, 'say <think>\na\n</think>\nb')],
    ['<thin', thought(undefined, '<thin')],
    ['<b>html</b>', thought(undefined, '<b>html</b>')],
    ['  \n', thought(undefined, '  \n')],
    ['', thought(undefined, '')],
    ['why</think>because', thought(undefined, 'why</think>because')],
    ['<think>a</think>\n</think>\n</think>b', thought('a', 'b')],
    ['</think>\nbecause', thought(undefined, '</think>\nbecause')],
    ['why</think> \t\r\nbecause', thought('why', ' \t\r\nbecause')],
    ['why</think> because\nso', thought(undefined, 'why</think> because\nso')],
    ['a ``` b\nwhy</think>\nbecause', thought('a ``` b\nwhy', '\nbecause')],
    ['a ` b\nwhy</think>\nbecause', thought('a ` b\nwhy', '\nbecause')],
    ['a `\nwhy</think>\nbecause', thought('a `\nwhy', '\nbecause')],
    ['`a why</think>\nbecause', thought(undefined, '`a why</think>\nbecause')],
    [
      'say <thinking>\nwhy</thinking>\nbecause',
      thought(undefined, 'say <thinking>\nwhy</thinking>\nbecause'),
    ],
  ])('%j, whole, letter by letter and cut in two at every offset', (text, expected) => {
    expect(read([text])).toMatchObject(expected)
    expect(read(Array.from(text))).toMatchObject(expected)
    for (let cut = 0; cut <= text.length; cut++) {
      expect(read([text.slice(0, cut), text.slice(cut)])).toMatchObject(expected)
    }
  })

  test('the source is named, so that the tags can be written back', () => {
    expect(read(['<think>a</think>b']).field).toBe('think_tags')
    expect(read(['plain']).field).toBeUndefined()
  })

  test('thoughts that have only a closing tag keep their place, and the tag is told', () => {
    const accumulator = createAccumulator()
    const call = (index: number) => ({
      tool_calls: [{ index, id: `call ${index}`, function: { name: 'f', arguments: '{}' } }],
    })
    const closed = { content: '</think>\nbecause' }
    for (const delta of [{ content: 'why' }, call(0), { content: ' so' }, call(1), closed])
      accumulator.push({ choices: [{ delta }] })
    const { message, repairs } = accumulator.finish()
    expect(message).toMatchObject({
      ...thought('why so', '\nbecause'),
      reasoningSource: { field: 'think_tags' },
      segments: [
        { type: 'reasoning', start: 0, end: 3 },
        { type: 'tool_call', index: 0 },
        { type: 'reasoning', start: 3, end: 6 },
        { type: 'tool_call', index: 1 },
        { type: 'text', start: 0, end: 8 },
      ],
    })
    expect(repairs).toEqual([
      { rule: 'think_tag_unopened', where: 'choices[0].content', before: '</think>', after: '' },
    ])
  })

  test('a closing tag of any characters ends thoughts without an opening one', () => {
    const thinkTags = [{ open: '[THINK]', close: '[/THINK]' }]
    expect(read(['why[/THINK]\nbecause'], { thinkTags })).toMatchObject(thought('why', '\nbecause'))
    expect(read(['why/THINK\nbecause'], { thinkTags }).content).toBe('why/THINK\nbecause')
  })

  test('nothing is held back where there are no tags', () => {
    const accumulator = createAccumulator({ thinkTags: false })
    accumulator.push({ choices: [{ delta: { content: ' ' } }] })
    expect(accumulator.snapshot().content).toBe(' ')
  })

  test('a server that has its own channel for thoughts has no tags in its text', () => {
    const accumulator = createAccumulator()
    accumulator.push({ choices: [{ delta: { reasoning_content: 'own' } }] })
    accumulator.push({ choices: [{ delta: { content: '<think>a</think>b' } }] })
    expect(accumulator.finish().message).toMatchObject({ reasoning: 'own', content: '<think>a</think>b' })
  })

  test('text that was held back comes before what interrupts it', () => {
    const accumulator = createAccumulator()
    accumulator.push({ choices: [{ delta: { content: '\n' } }] })
    accumulator.push({ choices: [{ delta: { reasoning_content: 'r' } }] })
    accumulator.push({ choices: [{ delta: { content: 'a' } }] })
    accumulator.push({ choices: [{ delta: {} }] })
    expect(accumulator.finish().message.segments?.map((segment) => segment.type)).toEqual([
      'text',
      'reasoning',
      'text',
    ])
  })

  test('text that was held back comes before a call', () => {
    const accumulator = createAccumulator()
    accumulator.push({ choices: [{ delta: { content: '\n' } }] })
    accumulator.push({
      choices: [{ delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'f' } }] } }],
    })
    expect(accumulator.snapshot().segments?.map((segment) => segment.type)).toEqual(['text', 'tool_call'])
  })

  test('a call before the text, or inside a closing tag, ends no thought', () => {
    const call = { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] }
    for (const pieces of [
      [call, { content: '<think>why</think>because' }],
      [{ refusal: 'no' }, { content: '<think>why</think>because' }],
      [{ content: '<think>why</th' }, call, { content: 'ink>because' }],
    ]) {
      const accumulator = createAccumulator()
      for (const delta of pieces) accumulator.push({ choices: [{ delta }] })
      expect(accumulator.finish().message).toMatchObject(thought('why', 'because'))
    }
  })

  test('a thought is shown as it comes: only what may be a tag is held back', () => {
    const accumulator = createAccumulator()
    const shown = Array.from('<think>a <b></i</think>c', (content) => {
      accumulator.push({ choices: [{ delta: { content } }] })
      return accumulator.snapshot().reasoning ?? ''
    })
    const steps = [
      'a',
      'a ',
      'a ',
      'a <b',
      'a <b>',
      'a <b>',
      'a <b>',
      'a <b></i',
      ...Array(9).fill('a <b></i'),
    ]
    expect(shown).toEqual([...Array(7).fill(''), ...steps])
  })

  test('false leaves the text alone', () => {
    expect(read(['<think>a</think>b'], { thinkTags: false })).toMatchObject(
      thought(undefined, '<think>a</think>b'),
    )
  })

  test('other tags are told by a list and remembered for the way back', () => {
    const mistral: ThinkTag = { open: '[THINK]', close: '[/THINK]' }
    const tags = [...(DEFAULT_THINK_TAGS || []), mistral]
    const { message } = read(['[THI', 'NK]a[/TH', 'INK]b'], { thinkTags: tags })
    expect(message).toMatchObject({
      reasoning: 'a',
      content: 'b',
      metadata: { 'antiphon.think_tag': mistral },
    })
    expect(read(['<think>a</think>b'], { thinkTags: tags }).message.metadata).toBeUndefined()
  })

  test.each([
    ['<seed:think>', '</seed:think>'],
    ['◁think▷', '◁/think▷'],
    ['[THINK]', '[/THINK]'],
    ['<mm:think>', '</mm:think>'],
  ])('%s … %s, given in a list, at every cut', (open, close) => {
    const whole = `${open}why${close}because`
    const thinkTags = [{ open, close }]
    for (let cut = 0; cut <= whole.length; cut++) {
      const found = read([whole.slice(0, cut), whole.slice(cut)], { thinkTags })
      expect(found, `cut at ${cut}`).toMatchObject(thought('why', 'because'))
      expect(found.message.metadata).toEqual({ 'antiphon.think_tag': { open, close } })
    }
    expect(read([whole]).content, 'tags that nobody named are text').toBe(whole)
  })

  describe('where the template has opened the tag itself', () => {
    const thinkTags: ThinkTag[] = [{ open: '<think>', close: '</think>', opened: true }]
    test.each<[string, string | null, ReturnType<typeof thought>]>([
      ['why</think>because', 'stop', thought('why', 'because')],
      ['<think>why</think>because', 'stop', thought('why', 'because')],
      ['no thoughts today', 'stop', thought(undefined, 'no thoughts today')],
      ['why</think>', 'stop', thought('why', '')],
      ['still thinking', 'length', thought('still thinking', '')],
      ['still thinking', null, thought('still thinking', '')],
    ])('%j ended by %s', (text, finish, expected) => {
      expect(read(Array.from(text), { thinkTags }, finish)).toMatchObject(expected)
    })

    test('text that was taken for a thought keeps its place among the calls', () => {
      const accumulator = createAccumulator({ thinkTags })
      accumulator.push({ choices: [{ delta: { content: 'Let me see.' } }] })
      accumulator.push({ choices: [{ delta: { tool_calls: [{ id: 'a', function: { name: 'f' } }] } }] })
      accumulator.push({ choices: [{ delta: {}, finish_reason: 'stop' }] })
      expect(accumulator.finish().message.segments).toEqual([
        { type: 'text', start: 0, end: 11 },
        { type: 'tool_call', index: 0 },
      ])
    })
  })
})
