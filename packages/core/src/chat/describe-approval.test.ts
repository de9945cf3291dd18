import { expect, it } from 'vitest'
import { approvalText, describeApproval, isSameQuestion } from './describe-approval.js'

class Money {
  amount = 1
}

it('plain arguments are shown as JSON', () => {
  const bare = Object.assign(Object.create(null) as object, { x: 1 })
  const args = { text: 'a', list: [1, null, true], bare, at: new Date(0), none: undefined }
  expect(approvalText('pay', args)).toBe(
    '{"text":"a","list":[1,null,true],"bare":{"x":1},"at":"1970-01-01T00:00:00.000Z"}',
  )
})

it.each<[string, unknown]>([
  ['bigint', 1n],
  ['function', () => 1],
  ['symbol', Symbol('x')],
  ['number that JSON has no word for', Number.NaN],
  ['number that JSON has no word for', Infinity],
  ['Map', new Map()],
  ['Money', new Money()],
  ['special object', Object.create(Object.create(null) as object)],
])('a %s among them is refused: it would be approved unseen', (kind, value) => {
  expect(() => approvalText('pay', { a: [value] })).toThrow(
    new TypeError(
      `The arguments of "pay" cannot be shown for approval: its schema made a ${kind} of them. Convert it in execute instead.`,
    ),
  )
})

const ask = (
  over: {
    threadId?: string
    messageId?: string
    index?: number
    id?: string
    name?: string
    args?: unknown
  } = {},
) => {
  const { threadId = 't', messageId = 'm', index = 0, id = 'c', name = 'pay', args = { to: 'ann' } } = over
  const call = { id, type: 'function' as const, function: { name, arguments: '{}' } }
  const tool = { name, description: '', parameters: {} }
  const prepared = { index, call, callKey: `${messageId}/${index}`, tool, args }
  return describeApproval(prepared, { threadId, messageId, since: 0 })
}

it('the same call with the same arguments is the same question, whenever it is asked', () => {
  const [one, again] = [ask(), ask()]
  expect(isSameQuestion(one, again)).toBe(true)
  expect(again.key).not.toBe(one.key)
})

it.each([
  { threadId: 'u' },
  { messageId: 'n' },
  { index: 1 },
  { id: 'd' },
  { name: 'pay2' },
  { args: { to: 'bob' } },
  { args: { to: 'ann ' } },
])('S33 a call with another %o is another question', (over) => {
  expect(isSameQuestion(ask(), ask(over))).toBe(false)
})
