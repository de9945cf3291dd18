import { describe, expect, it } from 'vitest'
import type { ToolCall } from '../message/types.js'
import { askedTool } from './asked-tool.js'
import { prepareCall } from './prepare-call.js'
import type { Tool, ToolContext } from './types.js'

const call: ToolCall = {
  id: 'c',
  type: 'function',
  function: { name: 'deploy', arguments: '{"to":"production"}' },
  approvalRequest: { id: 'a', server: 's' },
}
const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
  name,
  description: '',
  parameters: {},
  execute: () => `${name} ran`,
  ...more,
})
const toolsOf = (...tools: Tool[]) => new Map(tools.map((one) => [one.name, one]))
const prepare = (one: ToolCall, ...tools: Tool[]) => prepareCall(one, 0, 'm/0', toolsOf(...tools))

describe('the tool of a call that another system asked about', () => {
  it('asks in any case, offers the name of the call, and takes its arguments as they are', async () => {
    const asked = askedTool(call, toolsOf(tool('deploy')))
    expect(asked).toMatchObject({
      name: 'deploy',
      description: 'Runs at the other system, which asked about it.',
      jsonSchema: { type: 'object' },
      approval: 'always',
      keepsArguments: true,
    })
    expect(asked).not.toHaveProperty('formOf')
    const { '~standard': standard } = asked.parameters as {
      '~standard': { validate(value: unknown): unknown }
    }
    expect(await standard.validate({ to: 1 })).toEqual({ value: { to: 1 } })
  })

  it('is not the tool of the chat by that name: without one that passes the yes on, it says that nothing ran', () => {
    const asked = askedTool(call, toolsOf(tool('deploy')))
    for (const one of [asked, askedTool(call, new Map())])
      expect(() => one.execute!({} as never, {} as ToolContext)).toThrow(
        'The call was allowed, but it did not run: this chat cannot tell the system that asked about deploy.',
      )
  })

  it('runs by the tool of the transport, with the form of that', () => {
    const formOf = () => undefined
    const runner = tool('transport', { runsApproved: true, formOf })
    const asked = askedTool(call, toolsOf(tool('deploy'), runner))
    expect([asked.execute, asked.formOf]).toEqual([runner.execute, formOf])
  })

  it('with a form that nobody could fill in fails before a person is asked', async () => {
    const runner = (form: unknown) => tool('transport', { runsApproved: true, formOf: () => form as never })
    expect(await prepare(call, runner({ schema: { type: 'object' } }))).toMatchObject({
      failure: { isError: true, content: expect.stringContaining('The form has no fields.') },
    })
    const form = { schema: { properties: { a: { type: 'string' } } } }
    expect(await prepare(call, runner(form))).toMatchObject({ prepared: { form } })
    const { prepared } = (await prepare(call, runner(undefined))) as { prepared: object }
    expect(prepared).not.toHaveProperty('form')
    expect(await prepare(call)).toMatchObject({ prepared: { tool: { name: 'deploy' } } })
  })

  it('has no form for a call that nobody else asked about', async () => {
    const { approvalRequest: _, ...own } = call
    const deploy = tool('deploy', { formOf: () => ({ schema: {} }) as never })
    const { prepared } = (await prepare(own, deploy)) as { prepared: object }
    expect(prepared).not.toHaveProperty('form')
  })
})
