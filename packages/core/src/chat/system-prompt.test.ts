import { describe, expect, it } from 'vitest'
import type { Message } from '../message/types.js'
import { says, scriptedChat } from '../testing/scripted-chat.js'
import { createMessageStore, type MessageStore } from '../tree/message-store.js'
import { setSystemPrompt, systemPromptOf } from './system-prompt.js'

describe('the system prompt of a chat', () => {
  const started: Message[] = [
    { role: 'user', id: 'q', content: 'hi' },
    { role: 'assistant', id: 'a', content: 'hello' },
  ]

  it('that changes is the first message of the next request', async () => {
    const { chat, sent, thread } = scriptedChat([says('one'), says('two')], { system: 'Be brief.' })
    await chat.send('hi')
    chat.configure({ system: 'Be long.' })
    // Until the next request, the messages are shown under the old prompt that they were sent with.
    expect(thread()[0]).toBe('s:Be brief.')
    await chat.send('more')
    expect(sent(0)).toEqual(['s:Be brief.', 'u:hi'])
    expect(sent(1)).toEqual(['s:Be long.', 'u:hi', 'a:one', 'u:more'])
    expect(thread()).toEqual(['s:Be long.', 'u:hi', 'a:one', 'u:more', 'a:two'])
  })

  it('of a thread that came with one stays, until the setting changes', async () => {
    const messages: Message[] = [{ role: 'system', content: 'Theirs.' }, ...started]
    const { chat, sent } = scriptedChat([says('one'), says('two')], { messages, system: 'Ours.' })
    await chat.send('more')
    expect(sent(0)![0]).toBe('s:Theirs.')
    chat.configure({ system: 'New.' })
    await chat.send('more')
    expect(sent(1)![0]).toBe('s:New.')
  })

  it('that is taken away goes from the thread with the next request, and nothing else does', async () => {
    const { chat, sent, thread } = scriptedChat([says('one'), says('two'), says('three')], {
      system: 'Be brief.',
    })
    await chat.send('hi')
    await chat.retry()
    chat.configure({ system: undefined })
    await chat.send('more')
    expect(sent(2)).toEqual(['u:hi', 'a:two', 'u:more'])
    expect(thread()).toEqual(['u:hi', 'a:two', 'u:more', 'a:three'])
    expect(chat.store.getVersions(chat.store.getIds()[1]!).ids).toHaveLength(2)
  })

  it('that comes later goes above a thread without one', async () => {
    const { chat, sent } = scriptedChat([says('one')], { messages: started })
    chat.configure({ system: 'New.' })
    await chat.send('more')
    expect(sent(0)).toEqual(['s:New.', 'u:hi', 'a:hello', 'u:more'])
  })

  it('is that of a thread which begins anew', async () => {
    const { chat, sent } = scriptedChat([says('one'), says('two')], { system: 'Be brief.' })
    await chat.send('hi')
    chat.store.reset([])
    await chat.send('again')
    expect(sent(1)).toEqual(['s:Be brief.', 'u:again'])
  })

  it('is not put above another thread that was loaded without one', async () => {
    const { chat, sent } = scriptedChat([says('one')], { system: 'Be brief.' })
    chat.store.reset(started)
    await chat.send('more')
    expect(sent(0)).toEqual(['u:hi', 'a:hello', 'u:more'])
  })
})

describe('the prompt of one conversation, by a person', () => {
  const texts = (store: MessageStore) => store.getMessages().map(({ role, content }) => [role, content])

  it('is put on top, changed in its place, and taken away', () => {
    const store = createMessageStore({ messages: [{ role: 'user', content: 'hi' }] })
    setSystemPrompt(store, 'Be brief.')
    expect(systemPromptOf(store)?.content).toBe('Be brief.')
    const { id } = systemPromptOf(store)!
    setSystemPrompt(store, 'Be kind.')
    expect(systemPromptOf(store)).toMatchObject({ id, content: 'Be kind.' })
    expect(texts(store)).toEqual([
      ['system', 'Be kind.'],
      ['user', 'hi'],
    ])
    setSystemPrompt(store, '  ')
    expect(systemPromptOf(store)).toBeUndefined()
    expect(texts(store)).toEqual([['user', 'hi']])
  })

  it('opens a conversation that has no message; taking away what is not there does nothing', () => {
    const store = createMessageStore()
    setSystemPrompt(store, '')
    expect(store.getIds()).toEqual([])
    setSystemPrompt(store, 'Be brief.')
    expect(texts(store)).toEqual([['system', 'Be brief.']])
  })
})
