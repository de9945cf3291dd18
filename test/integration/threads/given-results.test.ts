/** A result that a person gives to a form (a tool without `execute`) is not lost, whenever it is given. */
import { ChatError, createChat, defineTool, type ChatOptions, type ChatTransport } from '@antiphon/core'
import { callsAnswer, immediateScheduler, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { createMemoryDatabase, createMemoryStorage, createThreadSaver, StorageError } from '@antiphon/threads'
import { expect, it } from 'vitest'
import * as z from 'zod'

const form = defineTool({ name: 'address', description: '', parameters: z.object({}) })
const signedOut = () => new StorageError({ kind: 'refused', message: 'The server answered 401.' })

/** A form that waits, in a thread on a server that may know nobody, with a model on the same server. */
async function waitingForm(...answers: string[]) {
  const transport = scriptedTransport([
    [callsAnswer([{ name: 'address' }])],
    ...answers.map((text) => [textAnswer(text)]),
  ])
  let isSignedIn = true
  const guarded: ChatTransport = {
    ...transport,
    async send(...request) {
      if (!isSignedIn)
        throw new ChatError({ kind: 'auth', message: 'Signed out.', status: 401, isSignedOut: true })
      return transport.send(...request)
    },
  }
  const memory = createMemoryStorage({ database: createMemoryDatabase() })
  const ask = <Args extends unknown[], Value>(work: (...args: Args) => Promise<Value>) => {
    return async (...args: Args) => {
      if (!isSignedIn) throw signedOut()
      return work(...args)
    }
  }
  const storage = { ...memory, read: ask(memory.read), write: ask(memory.write) }
  let callKey = ''
  const onToolCall: ChatOptions['onToolCall'] = (call) => void (callKey = call.callKey)
  const chat = createChat({
    onToolCall,
    threadId: 't',
    transport: guarded,
    tools: [form],
    scheduler: immediateScheduler,
  })
  const saver = createThreadSaver(chat, storage, { threadId: 't' })
  await saver.loaded
  await chat.send('where do I live?')
  await saver.flush()
  return {
    chat,
    saver,
    fill: () => chat.addToolResult(callKey, 'Elm Street'),
    sign: (isIn: boolean) => void (isSignedIn = isIn),
    /** The results that the model has read last. */
    read: () =>
      transport.requests
        .at(-1)!
        .messages.filter(({ role }) => role === 'tool')
        .map(({ content }) => content),
    texts: () => chat.store.getMessages().map(({ role, content }) => `${role}: ${String(content)}`),
    requests: () => transport.requests.length,
  }
}

it('given while the session is ended: the model is asked, which says so, and Retry sends it after the login', async () => {
  const { chat, fill, sign, read, texts, requests, saver } = await waitingForm('You live there.')
  sign(false)
  expect(await fill()).toBe(true)
  expect(chat.getError()).toMatchObject({ kind: 'auth', isSignedOut: true })
  sign(true)
  await chat.retry()
  expect(read()).toEqual(['Elm Street'])
  expect(requests()).toBe(2)
  expect(texts()).toEqual([
    'user: where do I live?',
    'assistant: ',
    'tool: Elm Street',
    'assistant: You live there.',
  ])
  await saver.close()
})

it('Retry of an answer that ends with it goes on from there, and asks for nothing twice', async () => {
  const { chat, fill, texts, saver, read } = await waitingForm('You live there.')
  // A chat without a server asks nobody.
  chat.configure({ transport: undefined })
  await fill()
  await saver.close()
  const transport = scriptedTransport([[textAnswer('You live there.')]])
  chat.configure({ transport })
  await chat.retry()
  expect(transport.requests.at(-1)!.messages.at(-1)).toMatchObject({ role: 'tool', content: 'Elm Street' })
  expect(texts().slice(2)).toEqual(['tool: Elm Street', 'assistant: You live there.'])
  expect(read()).toEqual([])
})

it('given after another question: it takes its place, and the model reads it with the next question', async () => {
  const { chat, fill, read, requests, texts, saver } = await waitingForm('Ask away.', 'You live there.')
  await chat.send('may I ask something first?')
  expect(read()).toEqual([])
  expect(await fill()).toBe(true)
  expect(requests()).toBe(2)
  expect(texts().slice(1, 4)).toEqual(['assistant: ', 'tool: Elm Street', 'user: may I ask something first?'])
  await chat.send('and now?')
  expect(read()).toEqual(['Elm Street'])
  await saver.close()
})
