import { collectCompletion } from '@antiphon/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amount } from '../support/amount.js'
import { assertProperty } from '../support/property.js'

type Field = 'content' | 'reasoning_content'
const field = fc.constantFrom<Field>('content', 'reasoning_content')
const word = fc.constantFrom(
  'The ',
  'capital ',
  'of ',
  'Norway ',
  'is ',
  'Oslo. ',
  'ha ',
  '- ',
  '\n',
  '设',
  'a',
)
/** Pieces of an answer that is long enough to tell, of three or more. */
const pieces = fc
  .array(word, { minLength: 3, maxLength: 12 })
  .map(([first, ...rest]) => [`Well, ${first}`, ...rest.map((text, at) => text + at)])
const runs = { numRuns: amount(200, 2000) }

async function read(name: Field, texts: readonly string[]) {
  const chunks = texts.map((text) => ({
    choices: [{ index: 0, delta: { [name]: text }, finish_reason: null }],
  }))
  const finish = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
  const { message, outcome, repairs } = await collectCompletion([...chunks, finish])
  const text = name === 'content' ? message.content : message.reasoning
  return { text, outcome, rules: repairs.map(({ rule }) => rule) }
}
const soFar = (texts: readonly string[]): string[] => texts.map((_, at) => texts.slice(0, at + 1).join(''))

describe('a text that a server repeats', () => {
  it('stands once where each piece is the text so far', async () => {
    await assertProperty(
      fc.asyncProperty(field, pieces, async (name, texts) => {
        expect(await read(name, soFar(texts))).toMatchObject({
          text: texts.join(''),
          rules: ['text_repeated'],
        })
      }),
      runs,
    )
  })

  it('stands once where all of it comes once more at the end, with more or without', async () => {
    await assertProperty(
      fc.asyncProperty(field, pieces, fc.constantFrom('', 'And so on.'), async (name, texts, more) => {
        fc.pre(texts.join('').length > 15)
        const { text, rules } = await read(name, [...texts, texts.join('') + more])
        expect([text, rules]).toEqual([texts.join('') + more, ['text_repeated']])
      }),
      runs,
    )
  })

  it('comes whole and twice', async () => {
    expect(await read('content', ['The capital is Oslo.', 'The capital is Oslo.'])).toMatchObject({
      text: 'The capital is Oslo.',
      rules: ['text_repeated'],
    })
  })
})

describe('a text that repeats itself', () => {
  it.each([
    ['short pieces that are equal', ['ha', 'ha', 'ha', 'ha', 'ha', 'ha', 'ha', 'ha', 'ha', 'ha', 'ha']],
    ['a first word that begins the second', ['The', 'Theatre', ' is', ' open']],
    ['two short pieces alone', ['I', 'It']],
    ['a ruler', ['--', '----', '------', '\n']],
    ['line ends', ['\n', '\n\n', 'Hello']],
    ['a line again, later', ['Row one is here.\n', 'Row two is here.\n', 'Row one is here.\n']],
  ])('stays as it is: %s', async (_name, texts) => {
    expect(await read('content', texts)).toMatchObject({ text: texts.join(''), rules: [] })
  })

  it('keeps its place before what comes after it', async () => {
    const { message } = await collectCompletion([
      { choices: [{ index: 0, delta: { reasoning_content: 'I' } }] },
      { choices: [{ index: 0, delta: { reasoning_content: 'It is' } }] },
      { choices: [{ index: 0, delta: { content: 'Oslo' }, finish_reason: 'stop' }] },
    ])
    expect([message.reasoning, message.segments?.map(({ type }) => type)]).toEqual([
      'IIt is',
      ['reasoning', 'text'],
    ])
  })
})
