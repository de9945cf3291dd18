import { createChat, defineTool, type ChatOptions } from '@antiphon/core'
import { messagesSchema } from '@antiphon/threads'
import { callsAnswer, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { expect, it } from 'vitest'
import * as z from 'zod'
import * as z4 from 'zod/v4'

type Tools = NonNullable<ChatOptions['tools']>

/** Returns the sent schema, and the tool's result: the arguments it ran with, or the words about a call that does not fit. */
async function call(tools: Tools, args: object): Promise<unknown> {
  const transport = scriptedTransport([callsAnswer([{ name: 'look', args }]), textAnswer('ok')])
  const chat = createChat({ transport, tools })
  await chat.send('hi')
  return [transport.requests[0]!.tools[0]!.function.parameters, chat.store.getMessages()[2]!.content]
}
const look = { name: 'look', description: '', execute: (args: unknown) => JSON.stringify(args) }
const jsonSchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }

it('this is zod 3.25', () => {
  expect('toJSONSchema' in z).toBe(false)
  expect('toJSONSchema' in z4).toBe(true)
})

it('a tool described with zod 3 checks its arguments; its JSON Schema stands beside it', async () => {
  const tool = defineTool({ ...look, parameters: z.object({ city: z.string() }), jsonSchema })
  expect(await call([tool], { city: 'Oslo' })).toEqual([jsonSchema, '{"city":"Oslo"}'])
  expect(await call([tool], { city: 1 })).toEqual([
    jsonSchema,
    expect.stringContaining('do not fit the schema'),
  ])
})

it('a tool described with the zod 4 of zod 3.25 does, with the JSON Schema that zod makes', async () => {
  const parameters = z4.object({ city: z4.string() })
  const tool = defineTool({ ...look, parameters, jsonSchema: z4.toJSONSchema(parameters) })
  expect(await call([tool], { city: 'Oslo' })).toEqual([
    expect.objectContaining(jsonSchema),
    '{"city":"Oslo"}',
  ])
})

it('without it, the failure says what to give', async () => {
  const transport = scriptedTransport([])
  const tools = [defineTool({ ...look, parameters: z.object({ city: z.string() }) })]
  const chat = createChat({ transport, tools })
  await chat.send('hi')
  expect(chat.getError()?.message).toContain('Give it as "jsonSchema" beside "parameters"')
})

it('the schemas of messages are those of this zod', () => {
  expect(messagesSchema.safeParse([{ role: 'user', content: 'hi' }]).success).toBe(true)
  expect(messagesSchema.safeParse([{ role: 'user' }]).success).toBe(false)
})
