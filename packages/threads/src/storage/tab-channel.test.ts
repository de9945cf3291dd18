import { expect, it } from 'vitest'
import { createThreadEvents } from './tab-channel.js'

it('tells every listener of every event, in order, also when one of them writes', () => {
  const events = createThreadEvents('test', () => undefined)
  const heard: string[] = []
  events.subscribe(({ threadId, type }) => {
    heard.push(`first ${threadId}`)
    if (threadId === 'a' && type === 'nodes') events.tell({ threadId: 'b', type: 'thread' })
  })
  events.subscribe(({ threadId }) => heard.push(`second ${threadId}`))
  events.tell({ threadId: 'a', type: 'nodes' })
  expect(heard).toEqual(['first a', 'second a', 'first b', 'second b'])
})
