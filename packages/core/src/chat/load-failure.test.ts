import { expect, it, vi } from 'vitest'
import type { AssistantMessage } from '../message/types.js'
import { immediateScheduler } from '../tree/scheduler.js'
import { createChat } from './create-chat.js'

vi.mock('./engine.js', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

const endpoint = { baseUrl: 'http://localhost/v1' }
const words = /part of this page could not be loaded.*reload it.*Nothing is lost/

it('a chat whose code for requests cannot be loaded says so on the answer; the question stays and it is usable', async () => {
  const chat = createChat({ endpoint, model: 'm', scheduler: immediateScheduler })
  // Two imports at one moment would not both meet the mock, so this waits for those that the new chat began.
  await vi.dynamicImportSettled()
  await chat.send('hi')
  const [question, answer] = chat.store.getMessages() as [unknown, AssistantMessage]
  expect(question).toMatchObject({ role: 'user', content: 'hi' })
  expect(answer).toMatchObject({ content: '', error: { kind: 'network_or_cors', code: 'load_failed' } })
  expect(answer.error?.message).toMatch(words)
  expect(chat.getState().status).toBe('error')
  await chat.send('again')
  expect(chat.store.getMessages()).toHaveLength(4)
})

it('a chat that was stopped while its code was on the way says that it was stopped', async () => {
  const chat = createChat({ endpoint, model: 'm', scheduler: immediateScheduler })
  const sent = chat.send('hi')
  chat.stop()
  await sent
  expect(chat.store.getMessages()[1]).toMatchObject({ finishReason: 'cancelled', model: 'm' })
  expect(chat.getState().status).toBe('ready')
})
