import { createChat, defineTool } from '@antiphon/core'
import { immediateScheduler, callsAnswer, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { createComparison } from '../../apps/workbench/src/compare/create-comparison.js'
import { until } from '../property/threads/scripted-page.js'

test('a call of a model that is compared is asked about, and runs, in its own column only', async () => {
  const execute = vi.fn(() => 'paid')
  const pay = defineTool({
    name: 'pay',
    description: '',
    parameters: z.object({}),
    approval: 'always',
    execute,
  })
  const transport = scriptedTransport([[callsAnswer([{ name: 'pay' }])], [textAnswer('Paid.')]])
  const main = createChat({ transport, tools: [pay], model: 'one', scheduler: immediateScheduler })
  const asked = vi.fn()
  main.subscribe(() => main.getApprovals().length > 0 && asked())
  const comparison = createComparison(main, 'Pay.', ['one'])
  const [side] = comparison.sides
  await until('it asks', () => side!.chat.getApprovals().length === 1)
  await until('it is mirrored', () => main.store.getMessages().length === 2)
  // The settings change, and with that the main chat looks at its thread again.
  main.configure({ model: 'two' })
  // A chat that is made now, with the same thread at rest, asks; the main one would have asked before it.
  const later = createChat({ transport, tools: [pay], messages: main.store.getMessages() })
  await until('another chat asks', () => later.getApprovals().length === 1)
  void side!.chat.decideApproval(side!.chat.getApprovals()[0]!.key, { type: 'allow' })
  await until('it has ended', () => side!.chat.getState().status === 'ready')
  await until('it is at rest', () => main.getState().status === 'ready')
  comparison.stop()
  expect(main.store.getMessages().map(({ content }) => content)).toEqual(['Pay.', '', 'paid', 'Paid.'])
  expect(execute).toHaveBeenCalledTimes(1)
  expect(asked).not.toHaveBeenCalled()
})
