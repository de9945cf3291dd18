import { expect, it, vi } from 'vitest'
import type { Message } from '../message/types.js'
import { createMessageStore } from '../tree/message-store.js'
import { createLiveSteps } from './live-steps.js'
import { beginAnswer, createRun } from './run.js'

const messages: Message[] = [
  { id: 'u', role: 'user', content: 'go' },
  { id: 'a', role: 'assistant', content: '' },
  { id: 't', role: 'tool', tool_call_id: 'c', content: 'r' },
]
const config = { model: 'm' }

it('goes on at the end of its own branch, whatever is shown', () => {
  const store = createMessageStore({ messages })
  const run = createRun(store, config, 'a')
  store.append({ id: 'other', role: 'user', content: 'o' }, { parent: 'u' })
  const ids = () => run.getMessages().map(({ id }) => id)
  expect([run.config, run.head, run.getLeaf(), ids()]).toEqual([config, 'a', 't', ['u', 'a', 't']])
  expect(run.append({ id: 'b', role: 'assistant', content: '' })).toBe('b')
  expect([run.head, ids(), store.getIds()]).toEqual(['b', ['u', 'a', 't', 'b'], ['u', 'other']])
  run.moveTo('other')
  expect([run.head, ids()]).toEqual(['other', ['u', 'other']])
})

it('is gone with its head, of which the messages above are left, and ends when it is told', () => {
  const store = createMessageStore({ messages })
  const run = createRun(store, config, 'a')
  expect([run.isGone(), run.getRest(), run.signal.aborted]).toEqual([false, 'a', false])
  store.remove('a')
  run.end()
  expect([run.isGone(), run.getRest(), run.signal.aborted]).toEqual([true, 'u', true])
  store.reset([])
  expect(run.getRest()).toBeUndefined()
})

it('begins an answer that is shown as waiting, at the end of the branch; on none that is gone', () => {
  const store = createMessageStore({ messages })
  const live = createLiveSteps()
  const run = createRun(store, config, 'a')
  const context = { store, live, now: () => 7 }
  const answer = beginAnswer(context, run)!
  const { id } = answer
  expect(answer).toEqual({ id, role: 'assistant', content: '', model: 'm', timestamp: 7 })
  expect([store.getParent(id), run.head, store.getMessage(id)]).toEqual(['t', id, answer])
  expect(live.get(id)).toEqual({ phase: 'waiting', startedAt: 7, model: 'm', calls: {} })
  const end = store.subscribeIds(() => {
    end()
    store.remove(store.getIds().at(-1)!)
  })
  const start = vi.spyOn(live, 'start')
  expect(beginAnswer(context, run)).toBeUndefined()
  expect(beginAnswer(context, run)).toBeUndefined()
  expect(start).not.toHaveBeenCalled()
  expect(store.getIds()).toEqual(['u', 'a', 't', id])
})
