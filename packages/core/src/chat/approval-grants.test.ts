import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { approvalChat, calls, payTools } from '../testing/approval-chat.js'
import { countingIds } from '../testing/clock.js'
import { says } from '../testing/scripted-chat.js'
import { defineTool } from '../tools/define-tool.js'

describe('when a person is asked', () => {
  it.each([
    ['yes', true, 1],
    ['no', false, 0],
    ['nothing, by mistake', undefined, 1],
  ])('a rule by arguments that says %s', async (_, says_, count) => {
    const rule = vi.fn(() => says_ as boolean)
    const { tools, ran } = payTools({ approval: rule })
    const { chat, pending } = approvalChat([calls(['pay', { to: 'ann' }]), says('done')], { tools })
    const sent = chat.send('go')
    if (count > 0) {
      await pending()
      chat.stop()
    }
    await sent
    expect(ran).toHaveLength(1 - count)
    expect(rule).toHaveBeenCalledWith(
      { to: 'ann', amount: 1 },
      { callId: 'call_0', callKey: `${chat.store.getIds()[1]}/0` },
    )
  })

  it('a rule that throws', async () => {
    const { tools } = payTools({
      approval: () => {
        throw new Error('no policy')
      },
    })
    const { chat, pending } = approvalChat([calls(['pay', { to: 'ann' }])], { tools })
    void chat.send('go')
    await pending()
    chat.stop()
  })

  it('about a call that the provider warns of, also of a tool that never asks', async () => {
    const { tools, ran } = payTools()
    const { chat, pending } = approvalChat([says('done')], {
      tools,
      messages: [
        { id: 'u', role: 'user', content: 'go' },
        {
          id: 'a',
          role: 'assistant',
          content: '',
          tool_calls: ['c0', 'c1'].map((id) => ({
            id,
            type: 'function',
            function: { name: 'look', arguments: `{"to":"${id}"}` },
          })),
          metadata: {
            'wire.output_items': [
              { call_id: 'c1', pending_safety_checks: [{ message: 'It looks odd.' }, { code: 'odd' }] },
            ],
          },
        },
      ],
      generateId: countingIds('r'),
    })
    const [approval] = await pending()
    expect(approval).toMatchObject({ callId: 'c1', checks: ['It looks odd.', 'odd'] })
    expect(await chat.decideApproval(approval!.key, { type: 'deny' })).toEqual({ status: 'accepted' })
    await vi.waitFor(() => expect(chat.store.getMessages().at(-1)!.content).toBe('done'))
    expect(ran).toEqual([{ to: 'c0', amount: 1 }])
  })

  it('not about arguments that the gate refused, and about those that it changed', async () => {
    const { tools, ran } = payTools()
    const { chat, pending } = approvalChat(
      [calls(['pay', { to: 'a' }], ['pay', { to: 'b' }]), says('done')],
      {
        tools,
        gateToolCalls: () => [{ allow: false }, { allow: true, arguments: { to: 'sandbox' } }],
      },
    )
    const sent = chat.send('go')
    const [approval] = await pending()
    expect(approval!.argumentsText).toBe('{"to":"sandbox","amount":1}')
    await chat.decideApproval(approval!.key, { type: 'allow' })
    await sent
    expect(ran).toEqual([{ to: 'sandbox', amount: 1 }])
  })

  it('never for arguments that cannot be shown: those do not run', async () => {
    const ran = vi.fn()
    const tool = defineTool({
      name: 'sum',
      description: '',
      parameters: z.object({ list: z.array(z.number()).transform((list) => new Set(list)) }),
      approval: 'always',
      execute: ran,
    })
    const { chat, results } = approvalChat([calls(['sum', { list: [1] }]), says('done')], { tools: [tool] })
    await chat.send('go')
    expect(ran).not.toHaveBeenCalled()
    expect(results()[0]!.content).toContain('cannot be shown for approval: its schema made a Set')
  })
})

describe('S35 allowing a tool for the whole chat', () => {
  it('covers what else waits and what comes, is listed, and can be taken back', async () => {
    const { tools, ran } = payTools()
    const { chat, pending } = approvalChat(
      [
        calls(['pay', { to: 'a' }], ['pay', { to: 'b' }]),
        calls(['pay', { to: 'c' }]),
        says('done'),
        calls(['pay', { to: 'd' }]),
      ],
      { tools },
    )
    const sent = chat.send('go')
    const [a] = await pending(2)
    await chat.decideApproval(a!.key, { type: 'allow-in-chat' })
    await sent
    expect(ran).toHaveLength(3)
    expect(chat.getState().grants).toEqual([{ toolName: 'pay', since: 1000 }])
    await chat.revokeApproval('pay')
    expect(chat.getState().grants).toEqual([])
    void chat.send('once more')
    await pending()
    chat.stop()
  })

  it('ends when the tool is another one under the same name', async () => {
    const { tools, ran } = payTools()
    const { chat, pending } = approvalChat(
      [calls(['pay', { to: 'a' }]), says('done'), calls(['pay', { to: 'b' }])],
      { tools },
    )
    const sent = chat.send('go')
    const [a] = await pending()
    await chat.decideApproval(a!.key, { type: 'allow-in-chat' })
    await sent
    chat.configure({ tools: [{ ...tools[0], description: 'Pays, and tells everybody.' }] })
    void chat.send('again')
    await pending()
    expect(ran).toHaveLength(1)
    chat.stop()
  })

  it('ends when another thread takes the place of this one', async () => {
    const { tools } = payTools()
    const { chat, pending } = approvalChat([calls(['pay', { to: 'a' }]), says('done')], { tools })
    const sent = chat.send('go')
    const [a] = await pending()
    await chat.decideApproval(a!.key, { type: 'allow-in-chat' })
    await sent
    chat.store.reset(chat.store.getMessages())
    expect(chat.getState().grants).toHaveLength(1)
    chat.store.reset([{ role: 'user', content: 'other' }])
    expect(chat.getState().grants).toEqual([])
  })

  it('is not possible for what cannot be undone', async () => {
    const { tools } = payTools({ destructive: true })
    const { chat, pending } = approvalChat([calls(['pay', { to: 'a' }])], { tools })
    void chat.send('go')
    const [a] = await pending()
    expect(await chat.decideApproval(a!.key, { type: 'allow-in-chat' })).toMatchObject({ status: 'invalid' })
    expect(chat.getApprovals()).toEqual([a])
    chat.stop()
  })
})
