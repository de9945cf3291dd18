import { describe, expect, it, vi } from 'vitest'
import {
  callsTools,
  fails,
  heldTool,
  plainTool,
  says,
  scriptedChat,
  stalls,
} from '../testing/scripted-chat.js'
import type { ScriptedAnswer } from '../testing/scripted-transport.js'
import { defineTool } from '../tools/define-tool.js'

/** Two versions of a question: the second one stalls, `waits` waits for it, and the reader has gone back to the first. */
async function waitsForTheOther(...after: ScriptedAnswer[]) {
  const made = scriptedChat([says('one'), stalls('half'), ...after])
  const { chat, shows } = made
  await chat.send('first')
  const [first] = chat.store.getIds() as [string]
  const run = chat.edit(first, 'second')
  await shows('half')
  const second = chat.store.getIds().at(-1)!
  await chat.send('waits')
  chat.store.activate(first)
  return { ...made, first, second, run }
}

describe('a message that waits for a run that does not end well', () => {
  it('stays on the branch of that run, whatever is shown when it leaves', async () => {
    const { chat, thread, second, run } = await waitsForTheOther(says('w'), says('f'))
    chat.stop()
    await run
    await chat.send('about the first')
    expect(thread()).toEqual(['u:first', 'a:one', 'u:about the first', 'a:f'])
    chat.store.activate(second)
    expect(thread()).toEqual(['u:second', 'a:half', 'u:waits', 'a:w'])
  })

  it('stays there also when another branch is asked again', async () => {
    const { chat, thread, second, run } = await waitsForTheOther(says('again'), says('w'))
    await chat.regenerate()
    await run
    expect(thread()).toEqual(['u:first', 'a:again'])
    chat.store.activate(second)
    expect(thread()).toEqual(['u:second', 'a:half', 'u:waits', 'a:w'])
  })

  it.each([
    ['retry', 'second', (chat: ReturnType<typeof scriptedChat>['chat']) => chat.retry()],
    [
      'an edit of its question',
      'third',
      (chat: ReturnType<typeof scriptedChat>['chat']) => chat.edit(chat.store.getIds()[0]!, 'third'),
    ],
  ])('follows the new version after %s', async (_, question, again) => {
    const { chat, thread, second, run } = await waitsForTheOther(says('whole'), says('w'))
    chat.store.activate(second)
    chat.stop()
    await run
    await again(chat)
    expect(thread()).toEqual([`u:${question}`, 'a:whole', 'u:waits', 'a:w'])
  })

  it('stays with it when the run was begun by a listener of the question that took its place', async () => {
    const { chat, thread } = scriptedChat([says('one'), says('three')])
    const stop = chat.store.subscribeIds(() => {
      stop()
      void chat.send('in between')
      void chat.send('waits')
    })
    await chat.send('first')
    expect(thread()).toEqual(['u:first', 'a:one'])
    chat.store.activate(
      chat.store.getTree().nodes.find(({ message }) => message.content === 'in between')!.message.id,
    )
    expect(thread()).toEqual(['u:first', 'u:in between', 'a:', 'u:waits', 'a:three'])
  })

  it('goes first, and what is sent after it to the same branch follows it', async () => {
    const { chat, thread, second, run } = await waitsForTheOther(says('w'), says('n'))
    chat.store.activate(second)
    chat.stop()
    await run
    await chat.send('next')
    expect(thread()).toEqual(['u:second', 'a:half', 'u:waits', 'a:w', 'u:next', 'a:n'])
  })

  it('goes to what is shown where its branch was removed, also when an older one goes elsewhere first', async () => {
    const { chat, thread, first, second, run } = await waitsForTheOther(says('t'), says('w'))
    await chat.send('to the first')
    chat.store.activate(second)
    chat.unqueue(chat.getState().queue[0]!.id)
    await chat.send('waits again')
    chat.store.remove(chat.store.getParent(second)!)
    chat.store.append({ id: 'third', role: 'user', content: 'third' }, { parent: null })
    await run
    await chat.sendQueued()
    expect(thread()).toEqual(['u:third', 'u:waits again', 'a:w'])
    chat.store.activate(first)
    expect(thread()).toEqual(['u:first', 'a:one', 'u:to the first', 'a:t'])
  })

  it('goes to what is shown where its branch was removed', async () => {
    const { chat, thread, second, run } = await waitsForTheOther(says('w'))
    chat.store.remove(chat.store.getParent(second)!)
    await run
    await chat.sendQueued()
    expect(thread()).toEqual(['u:first', 'a:one', 'u:waits', 'a:w'])
  })

  it.each(['before it leaves', 'after another branch was asked again'])(
    'stays behind what is left of its branch where the end of that was removed, %s',
    async (moment) => {
      const { chat, thread, first, second, run } = await waitsForTheOther(fails, says('w'))
      const question = chat.store.getParent(second)!
      const isAsked = moment !== 'before it leaves'
      if (!isAsked) chat.store.remove(second)
      else chat.stop()
      await run
      await chat.regenerate(chat.store.getChildren(first)[0])
      if (isAsked) chat.store.remove(second)
      await chat.sendQueued()
      expect(thread()).toEqual(['u:first', 'a:'])
      chat.store.activate(question)
      expect(thread()).toEqual(['u:second', 'u:waits', 'a:w'])
    },
  )
})

describe('the queue', () => {
  it('is not sent after a stop, also when a message came while its oldest one was put into the thread', async () => {
    const { chat, shows, transport } = scriptedChat([fails, stalls('half'), says('too much')])
    const run = chat.send('one')
    await chat.send('two')
    await run
    const unsubscribe = chat.store.subscribeIds(() => {
      unsubscribe()
      void chat.send('three')
    })
    const sent = chat.sendQueued()
    await shows('half')
    chat.stop()
    await sent
    expect(transport.requests).toHaveLength(2)
    expect(chat.getState().queue.map(({ content }) => content)).toEqual(['three'])
  })

  it('waits for the branch that it goes to, and not for what is shown', async () => {
    const { tool, started, release } = heldTool()
    const { chat, thread } = scriptedChat(
      [says('one'), callsTools('held'), says('two'), says('w'), says('s')],
      {
        tools: [tool],
      },
    )
    await chat.send('first')
    const [first, shown] = chat.store.getIds() as [string, string]
    const run = chat.edit(first, 'second')
    await started()
    const second = chat.store.getIds().at(-1)!
    chat.store.activate(first)
    await chat.send('waits')
    chat.setElsewhere(shown, true)
    await chat.send('also')
    chat.store.activate(second)
    void release('result')
    await vi.waitFor(() => expect(chat.getState().status).toBe('ready'))
    expect(chat.getState().queue).toHaveLength(2)
    expect(thread()).toEqual(['u:second', 'a:', 't:result', 'a:two'])
    chat.setElsewhere(shown, false)
    await run
    expect(chat.getState()).toMatchObject({ queue: [], status: 'ready' })
    chat.store.activate(first)
    expect(thread()).toEqual(['u:first', 'a:one', 'u:waits', 'a:w', 'u:also', 'a:s'])
  })

  it('stays where it is after a stop while another tab writes what is shown', async () => {
    const { chat, transport } = scriptedChat([says('one')])
    await chat.send('first')
    const shown = chat.store.getIds().at(-1)!
    chat.setElsewhere(shown, true)
    const sent = chat.send('waits')
    chat.stop()
    await sent
    chat.setElsewhere(shown, false)
    expect(transport.requests).toHaveLength(1)
    expect(chat.getState()).toMatchObject({ status: 'ready', queue: [{ content: 'waits' }] })
  })
})

describe('a stop in the same tick', () => {
  it('as a result from outside takes the result, and goes on with nothing', async () => {
    const form = defineTool({ ...plainTool, name: 'form' })
    const { chat, thread, transport } = scriptedChat([callsTools('form')], { tools: [form] })
    await chat.send('go')
    const given = chat.addToolResult(`${chat.store.getIds()[1]}/0`, 'filled in')
    chat.stop()
    expect(await given).toBe(true)
    expect(thread()).toEqual(['u:go', 'a:', 't:filled in'])
    expect(transport.requests).toHaveLength(1)
  })

  it('as a decision at rest leaves the question open', async () => {
    const ran = vi.fn()
    const asks = defineTool({ ...plainTool, name: 'asks', approval: 'always', execute: ran })
    const { chat } = scriptedChat([callsTools('asks')], { tools: [asks], threadId: 't' })
    void chat.send('go')
    await vi.waitFor(() => expect(chat.getApprovals()).toHaveLength(1))
    const messages = chat.store.getMessages()
    const later = scriptedChat([], { tools: [asks], threadId: 't', messages }).chat
    await vi.waitFor(() => expect(later.getApprovals()).toHaveLength(1))
    const decided = later.decideApproval(later.getApprovals()[0]!.key, { type: 'allow' })
    later.stop()
    expect(await decided).toEqual({ status: 'stale' })
    expect(ran).not.toHaveBeenCalled()
    expect(later.getApprovals()).toHaveLength(1)
  })
})
