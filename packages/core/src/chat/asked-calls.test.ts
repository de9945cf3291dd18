import { expect, it, vi } from 'vitest'
import type { AssistantMessage, Message } from '../message/types.js'
import { approvalChat } from '../testing/approval-chat.js'
import { countingIds } from '../testing/clock.js'
import { says } from '../testing/scripted-chat.js'
import type { ApprovalForm, Tool } from '../tools/types.js'

const form: ApprovalForm = {
  message: 'How many?',
  schema: { type: 'object', properties: { seats: { type: 'integer', minimum: 1 } }, required: ['seats'] },
}

const call = (id: string, name: string, request?: { id: string; hasForm?: boolean }) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: '{}' },
  ...(request && { approvalRequest: request }),
})

/**
 * A thread at rest: another system asks before it books, once with a form and twice without one. The provider warns of the
 * last call.
 */
function openThread() {
  const answer: AssistantMessage = {
    id: 'a',
    role: 'assistant',
    content: '',
    finishReason: 'tool_calls',
    tool_calls: [
      call('c0', 'look'),
      call('c1', 'book', { id: 'q1', hasForm: true }),
      call('c2', 'book', { id: 'q2' }),
      call('c3', 'book', { id: 'q3' }),
    ],
    metadata: { 'wire.output_items': [{ call_id: 'c3', pending_safety_checks: [{ message: 'It costs.' }] }] },
  }
  const messages: Message[] = [{ id: 'u', role: 'user', content: 'go' }, answer]
  const execute = vi.fn(() => 'booked')
  const base = { description: '', parameters: { type: 'object' as const } }
  const tools: Tool[] = [
    { ...base, name: 'look', execute: () => 'seen' },
    {
      ...base,
      name: 'other_system',
      runsApproved: true,
      formOf: ({ hasForm }) => (hasForm ? form : undefined),
      execute,
    },
  ]
  const { chat, pending, results } = approvalChat([says('done')], {
    tools,
    messages,
    generateId: countingIds('r'),
  })
  return { chat, answer, execute, results, pending: () => pending(3) }
}

it('a call with a form is allowed with values that fit, and they stand on its request alone', async () => {
  const { chat, answer, pending, execute, results } = openThread()
  const [first, plain, warned] = await pending()
  expect(first).toMatchObject({ toolName: 'book', form, keepsArguments: true })
  const invalid = { status: 'invalid', message: 'Some values do not fit the form.' }
  expect(await chat.decideApproval(first!.key, { type: 'allow' })).toEqual({ ...invalid, fields: ['seats'] })
  const content = { seats: 0, more: 1 }
  expect(await chat.decideApproval(first!.key, { type: 'allow', content })).toEqual({
    ...invalid,
    fields: ['seats', 'more'],
  })
  expect(chat.getApprovals().map(({ key }) => key)).toContain(first!.key)
  const fits = { seats: 2 }
  expect(await chat.decideApproval(first!.key, { type: 'allow', content: fits })).toEqual({
    status: 'accepted',
  })
  expect(chat.getApprovals().map(({ callId }) => callId)).toEqual(['c2', 'c3'])
  const [look, asked, ...others] = answer.tool_calls!
  expect(chat.store.getMessage('a')).toEqual({
    ...answer,
    tool_calls: [look, { ...asked, approvalRequest: { id: 'q1', hasForm: true, filledIn: fits } }, ...others],
  })
  for (const { key } of [plain!, warned!]) await chat.decideApproval(key, { type: 'allow' })
  await vi.waitFor(() => expect(chat.store.getMessages().at(-1)!.content).toBe('done'))
  expect(results().map(({ content: text }) => text)).toEqual(['seen', 'booked', 'booked', 'booked'])
  expect(execute).toHaveBeenCalledTimes(3)
})

it('a form that is sent twice at once is taken once, with the values of the first', async () => {
  const { chat, pending } = openThread()
  const [first, plain] = await pending()
  // Now the thread goes on, and its own questions are open.
  await chat.decideApproval(plain!.key, { type: 'allow' })
  const answers = await Promise.all(
    [1, 2].map((seats) => chat.decideApproval(first!.key, { type: 'allow', content: { seats } })),
  )
  expect(answers.map(({ status }) => status)).toEqual(['accepted', 'stale'])
  const { tool_calls } = chat.store.getMessage('a') as AssistantMessage
  expect(tool_calls![1]!.approvalRequest!.filledIn).toEqual({ seats: 1 })
  chat.stop()
})

it('arguments of a call that somebody else runs cannot be changed', async () => {
  const { chat, pending } = openThread()
  const [, plain] = await pending()
  expect(await chat.decideApproval(plain!.key, { type: 'edit', arguments: { seats: 9 } })).toEqual({
    status: 'invalid',
    message: 'The arguments of "book" cannot be changed.',
  })
  expect(chat.getApprovals()[1]).toMatchObject({ key: plain!.key, argumentsText: '{}' })
  chat.stop()
})

it('allowing a tool in this chat answers no question with a form, and none with a warning', async () => {
  const { chat, pending } = openThread()
  const [first, plain, warned] = await pending()
  expect(warned).toMatchObject({ checks: ['It costs.'] })
  expect(await chat.decideApproval(plain!.key, { type: 'allow-in-chat' })).toEqual({ status: 'accepted' })
  expect(chat.getState().grants).toMatchObject([{ toolName: 'book' }])
  expect(chat.getApprovals().map(({ key }) => key)).toEqual([first!.key, warned!.key])
  chat.stop()
})

it('S33 values for a form go to no other question of the provider that took its place', async () => {
  const { chat, pending, execute } = openThread()
  const [first, plain] = await pending()
  await chat.decideApproval(plain!.key, { type: 'allow' })
  const answer = chat.store.getMessage('a') as AssistantMessage
  const other = call('c1', 'book', { id: 'other', hasForm: true })
  chat.store.write('a', { ...answer, tool_calls: answer.tool_calls!.with(1, other) })
  chat.store.flush()
  const decision = { type: 'allow', content: { seats: 2 } } as const
  expect((await chat.decideApproval(first!.key, decision)).status).toBe('asked-again')
  const { tool_calls } = chat.store.getMessage('a') as AssistantMessage
  expect(tool_calls![1]!.approvalRequest).toEqual({ id: 'other', hasForm: true })
  expect(execute).not.toHaveBeenCalled()
  chat.stop()
})
