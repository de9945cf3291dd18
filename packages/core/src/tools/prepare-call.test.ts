import { expect, it } from 'vitest'
import { toolOutcome } from '../message/outcome.js'
import type { ToolMessage } from '../message/types.js'
import { prepareCall } from './prepare-call.js'
import type { Tool } from './types.js'

const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
  name,
  description: '',
  parameters: {},
  ...more,
})
/** The result of a call that cannot run. */
async function failure(name: string, text: string, ...tools: Tool[]): Promise<ToolMessage | undefined> {
  const call = { id: 'c', type: 'function', function: { name, arguments: text } } as const
  const found = await prepareCall(call, 0, 'a/0', new Map(tools.map((one) => [one.name, one])))
  return 'failure' in found ? found.failure : undefined
}

it.each(['nope', '__proto__', 'constructor', 'toString', ''])(
  'faults: unknown-tool, S37: %j is an unknown tool',
  async (name) => {
    const result = await failure(name, '{"n":1}', tool('double'))
    expect(toolOutcome(result!)).toBe('unknown_tool')
    expect(result!.content).toBe(`Tool "${name}" not found. Offered: double.`)
  },
)

it('an unknown tool is answered with the names of all that are offered, or with that there are none', async () => {
  const runner = tool('answer_of_a_person', { runsApproved: true })
  expect((await failure('nope', '{}', tool('double'), runner, tool('other')))!.content).toBe(
    'Tool "nope" not found. Offered: double, other.',
  )
  expect((await failure('nope', '{}', runner))!.content).toBe('Tool "nope" not found. No tools are offered.')
})

it('arguments that cannot be read are a failure in words, and those that can are none', async () => {
  const result = await failure('double', '{"n":', tool('double'))
  expect(toolOutcome(result!)).toBe('invalid_arguments')
  expect(result!.content).toContain('the text ends at position 5')
  expect(await failure('double', '{"n":1}', tool('double'))).toBeUndefined()
})
