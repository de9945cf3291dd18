import { describe, expect, it, vi } from 'vitest'
import {
  defineTool,
  setSystemPrompt,
  type ChatController,
  type Message,
  type MessageStore,
} from '@antiphon/core'
import { createMessageStore } from '@antiphon/core/binding'
import { immediateScheduler } from '@antiphon/core/testing'
import { callsTools, plainTool, says, scriptedChat, stalls } from '../../../core/src/testing/scripted-chat.js'
import { removeFrom, removeTurn } from './remove-turn.js'

const user = (id: string): Message => ({ id, role: 'user', content: id })
const answer = (id: string): Message => ({ id, role: 'assistant', content: id })
const call = { id: 'c', type: 'function' as const, function: { name: 'f', arguments: '{}' } }
const thread = (): MessageStore =>
  createMessageStore({
    scheduler: immediateScheduler,
    messages: [
      user('q1'),
      { ...answer('a1'), tool_calls: [call] } as Message,
      { id: 't1', role: 'tool', tool_call_id: 'c', content: 'done' },
      answer('a2'),
      user('q2'),
      answer('a3'),
    ],
  })
const at = (store: MessageStore) => ({ store, getLiveStep: () => undefined })
const ids = (store: MessageStore): string => store.getIds().join(' ')

describe('one turn', () => {
  it('an answer goes with its calls and results, whichever of its messages is named; what follows stays', () => {
    const store = thread()
    const removal = removeTurn(at(store), 't1')
    expect(ids(store)).toBe('q1 q2 a3')
    expect(removal?.ids).toEqual(['a1', 't1', 'a2'])
    removal?.restore()
    expect(ids(store)).toBe('q1 a1 t1 a2 q2 a3')
  })

  it('a question at the top and the last answer can go, too', () => {
    const store = thread()
    const first = removeTurn(at(store), 'q1')
    const last = removeTurn(at(store), 'a3')
    expect(ids(store)).toBe('a1 t1 a2 q2')
    last?.restore()
    first?.restore()
    expect(ids(store)).toBe('q1 a1 t1 a2 q2 a3')
  })

  it('what was said since stays where it was said, and the removed message comes back before it', () => {
    const store = thread()
    const removal = removeTurn(at(store), 'q2')
    store.append(user('q3'))
    expect(ids(store)).toBe('q1 a1 t1 a2 a3 q3')
    removal?.restore()
    expect(ids(store)).toBe('q1 a1 t1 a2 q2 a3 q3')
  })

  it('with versions: the other versions stay versions, and the same one is shown after an undo', () => {
    const store = thread()
    store.append(answer('b3'), { parent: 'q2' })
    store.append(user('q4'))
    store.activate('a3')
    const tree = store.getTree()
    const removal = removeTurn(at(store), 'a3')
    expect(ids(store)).toBe('q1 a1 t1 a2 q2 b3 q4')
    removal?.restore()
    expect(store.getTree()).toEqual(tree)
    expect(store.getVersions('a3')).toEqual({ ids: ['a3', 'b3'], index: 0 })
    expect(ids(store)).toBe('q1 a1 t1 a2 q2 a3')
  })

  it('what follows is still shown where a younger version stands beside it', () => {
    const store = thread()
    store.append(user('r2'), { parent: 'a2' })
    store.append(answer('r3'))
    store.activate('q2')
    removeTurn(at(store), 'q2')
    expect(ids(store)).toBe('q1 a1 t1 a2 a3')
  })

  it('an id that is not shown removes nothing', () => {
    const store = thread()
    expect(removeTurn(at(store), 'gone')).toBeUndefined()
    expect(store.getIds()).toHaveLength(6)
  })
})

describe('with a system prompt', () => {
  const prompt = (id: string): Message => ({ id, role: 'system', content: id })

  it('a prompt that comes back stands above what was said since', () => {
    const store = createMessageStore({ scheduler: immediateScheduler, messages: [prompt('s')] })
    const removal = removeFrom(at(store), 's')
    store.append(user('q'))
    removal?.restore()
    expect(ids(store)).toBe('s q')
  })

  it('a question comes back below the prompt that was set since, and an older prompt does not come back', () => {
    const store = createMessageStore({ scheduler: immediateScheduler, messages: [prompt('s'), user('q')] })
    const removal = removeFrom(at(store), 's')
    store.append(prompt('new'))
    store.append(user('r'))
    removal?.restore()
    expect(store.getTree().nodes.map(({ message, parent }) => `${parent} ${message.id}`)).toEqual([
      'null new',
      'new q',
      'new r',
    ])
  })

  it('a question comes back to the top where its prompt was taken away since', () => {
    const store = createMessageStore({
      scheduler: immediateScheduler,
      messages: [prompt('s'), user('q'), answer('a')],
    })
    const removal = removeTurn(at(store), 'q')
    setSystemPrompt(store, '')
    removal?.restore()
    expect(ids(store)).toBe('q a')
  })
})

describe('steps with versions', () => {
  it('a result of a removed call goes in every branch; another version of a later step is a version of the answer', () => {
    const store = thread()
    store.append({ id: 't1b', role: 'tool', tool_call_id: 'c', content: 'again' }, { parent: 'a1' })
    store.append(answer('b2'))
    store.activate('a2')
    const tree = store.getTree()
    const removal = removeTurn(at(store), 'a2')
    expect(ids(store)).toBe('q1 q2 a3')
    expect(store.getVersions('q2').ids).toEqual(['q2', 'b2'])
    removal?.restore()
    expect(store.getTree()).toEqual(tree)
  })
})

describe('from a message on', () => {
  it('all that follows goes, other branches included, and comes back as it was', () => {
    const store = thread()
    store.append(answer('b3'), { parent: 'q2' })
    const tree = store.getTree()
    const removal = removeFrom(at(store), 'q2')
    expect(ids(store)).toBe('q1 a1 t1 a2')
    expect(removal?.ids).toEqual(['q2', 'a3', 'b3'])
    removal?.restore()
    expect(store.getTree()).toEqual(tree)
  })

  it('a result goes with the answer that called', () => {
    const store = thread()
    removeFrom(at(store), 't1')
    expect(ids(store)).toBe('q1')
  })

  it('a result that came meanwhile, for another call, follows the one that comes back', () => {
    const calls = [call, { ...call, id: 'd' }]
    const result = (id: string, tool_call_id: string): Message => ({
      id,
      role: 'tool',
      tool_call_id,
      content: id,
    })
    const store = createMessageStore({
      scheduler: immediateScheduler,
      messages: [user('q1'), { ...answer('a1'), tool_calls: calls } as Message, result('td', 'd')],
    })
    const removal = removeFrom(at(store), 'td')
    removal?.restore()
    store.remove('td')
    store.append(user('q2'))
    store.append(result('tc', 'c'), { parent: 'a1', between: true })
    removal?.restore()
    expect(ids(store)).toBe('q1 a1 td tc q2')
  })

  it('an older version takes its place, and a restore shows the removed one again', () => {
    const store = thread()
    store.append(answer('b3'), { parent: 'q2' })
    const removal = removeFrom(at(store), 'b3')
    expect(ids(store)).toMatch(/q2 a3$/)
    removal?.restore()
    expect(ids(store)).toMatch(/q2 b3$/)
  })

  it('nothing comes back below a parent that is gone by then', () => {
    const store = thread()
    const removal = removeFrom(at(store), 'a3')
    store.remove('q2')
    removal?.restore()
    expect(ids(store)).toBe('q1 a1 t1 a2')
  })
})

describe('while an answer is written', () => {
  const streaming = async (chat: ChatController): Promise<{ id: string; sent: Promise<void> }> => {
    const sent = chat.send('hi')
    const id = chat.store.getIds().at(-1)!
    await vi.waitFor(() => expect(chat.store.getMessage(id)?.content).toBe('Begun'))
    return { id, sent }
  }

  it('its run ends, what arrived comes back as incomplete, and the next question is answered', async () => {
    const { chat, thread } = scriptedChat([stalls('Begun'), says('well')])
    const { id, sent } = await streaming(chat)
    const removal = removeTurn(chat, id)
    await sent
    expect(chat.getState().status).toBe('ready')
    expect(thread()).toEqual(['u:hi'])
    removal?.restore()
    expect(chat.store.getMessage(id)).toMatchObject({ content: 'Begun', finishReason: 'incomplete' })
    await chat.send('again')
    expect(thread()).toEqual(['u:hi', 'a:Begun', 'u:again', 'a:well'])
  })

  it('a question that goes before anything has arrived is not asked', async () => {
    const { chat, thread, transport } = scriptedChat([says('well')])
    const sent = chat.send('hi')
    const removal = removeTurn(chat, chat.store.getIds()[0]!)
    await sent
    expect(transport.requests).toHaveLength(0)
    expect([thread(), chat.getState().status]).toEqual([[], 'ready'])
    removal?.restore()
    expect(thread()).toEqual(['u:hi', 'a:'])
    await chat.retry()
    expect(thread()).toEqual(['u:hi', 'a:well'])
  })

  it('an answer whose question goes is written on', async () => {
    const { chat, thread } = scriptedChat([stalls('Begun')])
    const { sent } = await streaming(chat)
    removeTurn(chat, chat.store.getIds()[0]!)
    expect(chat.getState().status).toBe('streaming')
    expect(thread()).toEqual(['a:Begun'])
    chat.stop()
    await sent
  })
})

describe('an answer whose question went, below calls that are open', () => {
  it('is asked again with a new version of the calls, where they wait for an answer from outside', async () => {
    const form = defineTool({ ...plainTool, name: 'form' })
    const { chat, thread } = scriptedChat([callsTools('form'), says('fine'), says('again')], {
      tools: [form],
    })
    await chat.send('go')
    await chat.send('next')
    removeTurn(chat, chat.store.getIds().at(-2)!)
    expect(thread()).toEqual(['u:go', 'a:', 'a:fine'])
    await chat.retry()
    expect(thread()).toEqual(['u:go', 'a:again'])
    chat.store.activate(chat.store.getVersions(chat.store.getIds()[1]!).ids[0]!)
    expect(thread()).toEqual(['u:go', 'a:', 'a:fine'])
  })

  it('is asked again after the calls that have no result have run, and those alone', async () => {
    const ran: string[] = []
    const named = (name: string) =>
      defineTool({ ...plainTool, name, execute: () => (ran.push(name), `${name} ran`) })
    const [a, b] = ['a', 'b'].map((name) => ({ ...call, id: name, function: { name, arguments: '{}' } }))
    const { chat, thread } = scriptedChat([says('again')], {
      tools: [named('a'), named('b')],
      messages: [
        user('go'),
        { role: 'assistant', content: '', tool_calls: [a!, b!], finishReason: 'tool_calls' },
        { role: 'tool', tool_call_id: 'a', content: 'done' },
        answer('fine'),
      ],
    })
    await chat.retry()
    expect([thread(), ran]).toEqual([['u:go', 'a:', 't:done', 't:b ran', 'a:again'], ['b']])
  })
})
