import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { toolOutcome } from '../message/outcome.js'
import type { Message } from '../message/types.js'
import { approvalChat, calls, payTools } from '../testing/approval-chat.js'
import { countingIds } from '../testing/clock.js'
import { createLockTable } from '../testing/lock-table.js'
import { says, stalls } from '../testing/scripted-chat.js'
import { defineTool } from '../tools/define-tool.js'
import { createAnswerLeases } from './leases.js'

describe('after a reload', () => {
  /** A thread as it was stored while it waited, read back from its JSON. */
  async function storedThread(list: [string, unknown][]): Promise<Message[]> {
    const { tools } = payTools()
    // Without an id of the thread it holds no lock that a chat of the page after it would wait for.
    const { chat, pending, results } = approvalChat([calls(...list)], { tools })
    void chat.send('go')
    const asks = list.filter(([name]) => name === 'pay').length
    await pending(asks)
    await vi.waitFor(() => expect(results()).toHaveLength(list.length - asks))
    return JSON.parse(JSON.stringify(chat.store.getMessages())) as Message[]
  }

  it.each([
    ['the call beside it has run, and does not run again', (stored: Message[]) => stored, 'done', 1],
    [
      'the call beside it that was not stored runs then',
      (stored: Message[]) => stored.filter(({ role }) => role !== 'tool'),
      'queued',
      2,
    ],
  ])(
    'the same question is there again, and its answer makes the thread go on: %s',
    async (_, left, state, runs) => {
      const messages = left(
        await storedThread([
          ['look', { to: 'a' }],
          ['pay', { to: 'b' }],
        ]),
      )
      const { tools, ran } = payTools()
      const { chat, stateOf, pending, results } = approvalChat([says('done')], {
        tools,
        messages,
        threadId: 't',
        generateId: countingIds('r'),
      })
      const [approval] = await pending()
      expect(approval).toMatchObject({
        callKey: `${messages[1]!.id}/1`,
        argumentsText: '{"to":"b","amount":1}',
      })
      expect([stateOf(0), stateOf(1)]).toEqual([state, 'awaiting'])
      expect(chat.getState().status).toBe('ready')
      expect(ran).toEqual([])
      expect(await chat.decideApproval(approval!.key, { type: 'allow' })).toEqual({ status: 'accepted' })
      await vi.waitFor(() => expect(chat.store.getMessages().at(-1)!.content).toBe('done'))
      expect(results().map(({ content }) => content)).toEqual(['paid a', 'paid b'])
      expect(ran).toHaveLength(runs)
      expect(chat.getLiveStep(messages[1]!.id!)).toBeUndefined()
    },
  )

  it('two questions are answered one after the other or at once, twice or not: each call runs once', async () => {
    const messages = await storedThread([
      ['pay', { to: 'a' }],
      ['pay', { to: 'b' }],
    ])
    const { tools, ran } = payTools()
    const { chat, pending } = approvalChat([says('done')], { tools, messages, generateId: countingIds('r') })
    const [a, b] = await pending(2)
    const answers = await Promise.all([
      chat.decideApproval(a!.key, { type: 'allow' }),
      chat.decideApproval(a!.key, { type: 'allow' }),
      chat.decideApproval(b!.key, { type: 'deny' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['accepted', 'stale', 'accepted'])
    await vi.waitFor(() => expect(chat.store.getMessages().at(-1)!.content).toBe('done'))
    expect(ran).toEqual([{ to: 'a', amount: 1 }])
  })

  it('a listener that sends a message as the question appears leaves no call that waits for a person', async () => {
    const messages = await storedThread([['pay', { to: 'a' }]])
    const { tools } = payTools()
    const { chat } = approvalChat([says('done')], { tools, messages, generateId: countingIds('r') })
    const sent = new Promise<unknown>((resolve) => {
      const stop = chat.subscribe(() => {
        if (chat.getState().approvals.length === 0) return
        stop()
        resolve(chat.send('never mind'))
      })
    })
    await sent
    expect(chat.getState().approvals).toEqual([])
    expect(chat.getLiveStep(messages[1]!.id!)).toBeUndefined()
  })

  it('an edit of a question at rest leaves it open under its new key', async () => {
    const messages = await storedThread([['pay', { to: 'a' }]])
    const { tools, ran } = payTools()
    const { chat, pending } = approvalChat([says('done')], { tools, messages, generateId: countingIds('r') })
    const [a] = await pending()
    const answer = await chat.decideApproval(a!.key, { type: 'edit', arguments: { to: 'bob' } })
    expect(answer.status).toBe('asked-again')
    const [b] = await pending()
    expect(b!.argumentsText).toBe('{"to":"bob","amount":1}')
    await chat.decideApproval(b!.key, { type: 'allow' })
    await vi.waitFor(() => expect(ran).toEqual([{ to: 'bob', amount: 1 }]))
  })

  it('S33 a question of another thread, or an answer from before the reload, is nothing here', async () => {
    const messages = await storedThread([['pay', { to: 'a' }]])
    const { tools, ran } = payTools()
    const here = approvalChat([], { tools, messages, threadId: 'here', generateId: countingIds('r') })
    const there = approvalChat([], { tools, messages, threadId: 'there', generateId: countingIds('r') })
    const [[a], [b]] = [await here.pending(), await there.pending()]
    expect(a!.key).not.toBe(b!.key)
    expect(await here.chat.decideApproval(b!.key, { type: 'allow' })).toEqual({ status: 'stale' })
    expect(ran).toEqual([])
  })

  it('a new message, another branch or tools that no longer ask take the question away', async () => {
    const messages = await storedThread([['pay', { to: 'a' }]])
    const { tools } = payTools()
    const open = () => approvalChat([says('ok')], { tools, messages, generateId: countingIds('r') })
    const first = open()
    await first.pending()
    await first.chat.send('never mind')
    expect(first.chat.getApprovals()).toEqual([])
    const second = open()
    await second.pending()
    second.chat.store.reset([])
    expect(second.chat.getApprovals()).toEqual([])
    const third = open()
    await third.pending()
    third.chat.configure({ tools: [{ ...tools[0], approval: 'never' }] })
    await third.pending(0)
  })

  it('a decision on a call that the gate refuses is stale, and the question goes with the result', async () => {
    const messages = await storedThread([['pay', { to: 'a' }]])
    const { tools, ran } = payTools()
    const { chat, pending, results } = approvalChat([stalls('Well')], {
      tools,
      messages,
      gateToolCalls: () => [{ allow: false }],
      generateId: countingIds('r'),
    })
    const [approval] = await pending()
    const answer = chat.decideApproval(approval!.key, { type: 'allow' })
    await vi.waitFor(() => expect(results().map(toolOutcome)).toEqual(['denied']), 5_000)
    await vi.waitFor(() => expect(chat.store.getMessages().at(-1)!.content).toBe('Well'), 5_000)
    // The next answer is still on its way.
    expect(chat.getApprovals()).toEqual([])
    expect(await answer).toEqual({ status: 'stale' })
    chat.stop()
    expect(ran).toEqual([])
  })

  it('another order that comes before the loop of a decision takes the question away', async () => {
    const messages = await storedThread([['pay', { to: 'a' }]])
    const { tools, ran } = payTools()
    const { chat, pending } = approvalChat([], {
      tools,
      messages,
      threadId: 't',
      generateId: countingIds('r'),
      beforeRequest: () => new Promise(() => {}),
    })
    const [approval] = await pending()
    const refresh = async () => (void chat.retry(), true)
    chat.attach({ leases: createAnswerLeases('t', createLockTable().page()), refresh })
    expect(await chat.decideApproval(approval!.key, { type: 'allow' })).toEqual({ status: 'stale' })
    await pending(0)
    expect([chat.getState().status, ran]).toEqual(['submitted', []])
  })

  it('a decision that does nothing because the thread cannot be read leaves the question on screen', async () => {
    const messages = await storedThread([['pay', { to: 'a' }]])
    const { tools, ran } = payTools()
    const { chat, pending } = approvalChat([], {
      tools,
      messages,
      threadId: 't',
      generateId: countingIds('r'),
    })
    const leases = createAnswerLeases('t', createLockTable().page())
    chat.attach({ leases, refresh: async () => false })
    const [approval] = await pending()
    const shown: number[] = []
    chat.subscribe(() => shown.push(chat.getApprovals().length))
    const answer = await chat.decideApproval(approval!.key, { type: 'allow' })
    expect(answer).toEqual({ status: 'stale', reason: 'unread' })
    expect([chat.getApprovals(), shown.includes(0), ran]).toEqual([[approval], false, []])
  })

  it('a decision on a call that another tab has taken meanwhile takes the question away', async () => {
    const messages = await storedThread([['pay', { to: 'a' }]])
    const { tools, ran } = payTools()
    const locks = createLockTable()
    const [here, there] = [locks.page(), locks.page()].map((page) => createAnswerLeases('t', page))
    const { chat, pending } = approvalChat([], {
      tools,
      messages,
      threadId: 't',
      generateId: countingIds('r'),
    })
    chat.attach({ leases: here, refresh: async () => true })
    const [approval] = await pending()
    await there!.take(messages[1]!.id!)
    expect(await chat.decideApproval(approval!.key, { type: 'allow' })).toEqual({ status: 'stale' })
    await pending(0)
    expect(chat.getLiveStep(messages[1]!.id!)).toMatchObject({ elsewhere: true })
    expect(ran).toEqual([])
  })

  it('an answer that another tab takes while its calls are looked at asks only when it is free again', async () => {
    const messages = await storedThread([['pay', { to: 'a' }]])
    const { tools } = payTools()
    const looks: ((asks: boolean) => void)[] = []
    const approval = () => new Promise<boolean>((resolve) => looks.push(resolve))
    const { chat, pending } = approvalChat([], {
      tools: [{ ...tools[0], approval }],
      messages: [{ id: 'other', role: 'assistant', content: 'Hello' }, ...messages],
      threadId: 't',
    })
    const id = messages[1]!.id!
    // Something else of what is shown is in another tab already: the state of the chat stays the same.
    chat.setElsewhere('other', true)
    await vi.waitFor(() => expect(looks).toHaveLength(1))
    chat.setElsewhere(id, true)
    looks[0]!(true)
    chat.setElsewhere('other', false)
    expect(chat.getLiveStep(id)).toMatchObject({ elsewhere: true })
    chat.setElsewhere(id, false)
    await vi.waitFor(() => expect(looks).toHaveLength(2))
    expect(chat.getApprovals()).toEqual([])
    looks[1]!(true)
    await pending()
  })

  it('a question that another tab has answered is away while the thread goes on', async () => {
    const messages = await storedThread([['pay', { to: 'a' }]])
    const { tools, ran } = payTools()
    const asked: number[] = []
    const { chat, pending } = approvalChat([says('done')], {
      tools,
      messages,
      threadId: 't',
      generateId: countingIds('r'),
      beforeRequest: async () => void asked.push(chat.getApprovals().length),
    })
    const [approval] = await pending()
    const result: Message = { role: 'tool', tool_call_id: 'call_0', content: 'paid there' }
    chat.attach({
      leases: createAnswerLeases('t', createLockTable().page()),
      async refresh() {
        chat.store.append(result, { parent: messages[1]!.id! })
        return true
      },
    })
    expect(await chat.decideApproval(approval!.key, { type: 'allow' })).toEqual({ status: 'stale' })
    expect(asked).toEqual([0])
    expect(ran).toEqual([])
  })

  it('tools that are made anew on each render change nothing on screen, and the newest ones run', async () => {
    const messages = await storedThread([['pay', { to: 'a' }]])
    const { chat, stateOf, pending } = approvalChat([says('ok')], {
      tools: payTools().tools,
      messages,
      generateId: countingIds('r'),
    })
    const before = await pending()
    const changed = vi.fn()
    chat.subscribe(changed)
    const asked = vi.fn(() => true)
    const newest = payTools({ approval: asked })
    chat.configure({ tools: payTools().tools })
    chat.configure({ tools: newest.tools })
    await vi.waitFor(() => expect(asked).toHaveBeenCalled())
    // After the rule's answer only promises are left, which one turn of the event loop ends.
    await new Promise((resolve) => setImmediate(resolve))
    expect(changed).not.toHaveBeenCalled()
    expect(chat.getApprovals()).toBe(before)
    expect(stateOf()).toBe('awaiting')
    await chat.decideApproval(before[0]!.key, { type: 'allow' })
    await vi.waitFor(() => expect(newest.ran).toHaveLength(1))
  })

  it('a call that had begun is not run again, and the model is told that nobody knows', async () => {
    const messages = await storedThread([
      ['pay', { to: 'a' }],
      ['look', { to: 'b' }],
    ])
    const begun = { ...messages[1]!, metadata: { 'antiphon.running': [0, 1] } }
    const { tools, ran } = payTools()
    const { chat, results } = approvalChat([says('ok')], {
      tools,
      messages: [messages[0]!, begun],
      generateId: countingIds('r'),
    })
    await chat.continue()
    expect(chat.getApprovals()).toEqual([])
    expect(ran).toEqual([])
    expect(results().map(toolOutcome)).toEqual(['cancelled', 'cancelled'])
    expect(results()[0]!.content).toContain('not known whether it took effect')
    expect(chat.store.getMessages()[1]).not.toHaveProperty('metadata')
  })

  it('says on the answer which calls run while they do, for whoever stores the thread', async () => {
    const seen: unknown[] = []
    const tool = defineTool({
      name: 'spy',
      description: '',
      parameters: z.object({}),
      execute: () => seen.push(chat.store.getMessages()[1]!.metadata),
    })
    const { chat } = approvalChat([calls(['spy', {}], ['nope', {}]), says('done')], { tools: [tool] })
    await chat.send('go')
    expect(seen).toEqual([{ 'antiphon.running': [0] }])
    expect(chat.store.getMessages()[1]).not.toHaveProperty('metadata')
  })

  it('and of calls that run one at a time, only the one that runs', async () => {
    const seen: unknown[] = []
    const tool = defineTool({
      name: 'spy',
      description: '',
      parameters: z.object({}),
      executionMode: 'sequential',
      execute: () => seen.push(chat.store.getMessages()[1]!.metadata),
    })
    const { chat } = approvalChat([calls(['spy', {}], ['spy', {}]), says('done')], { tools: [tool] })
    await chat.send('go')
    expect(seen).toEqual([{ 'antiphon.running': [0] }, { 'antiphon.running': [1] }])
  })
})
