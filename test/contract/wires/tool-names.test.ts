/**
 * A host may call its tools as it likes. They leave under names that the server takes, a call under such a name is the host's tool
 * again, and what goes back has the name that left, on every wire.
 */
import { createChat, defineTool, type EndpointConfig, type Message } from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import { createEndpointMemory } from '@antiphon/core/provider'
import { createEndpoint, type Scenario } from '@antiphon/endpoint'
import { serveEndpoint } from '@antiphon/endpoint/node'
import { endpointWires } from '@antiphon/wires/endpoint'
import { wires } from '@antiphon/wires'
import { expect, onTestFinished, test } from 'vitest'

const NAMES = ['files.read', 'files_read', '日本の検索', '検索', 'x'.repeat(70)]

/** Calls each of its tools once, then says which results it got. */
const scenario: Scenario = {
  id: 'plain',
  description: '',
  *play({ tools, outcomes }) {
    if (outcomes.length > 0)
      return yield { type: 'text', text: outcomes.map(({ content }) => content).join() }
    yield { type: 'calls', calls: tools.map(({ name }) => ({ name, arguments: '{}' })) }
  },
}

test.each<[NonNullable<EndpointConfig['api']>, string]>([
  ['chat', '/v1'],
  ['responses', '/v1'],
  ['messages', '/v1'],
  ['gemini', '/v1beta'],
  ['ollama', '/api'],
])('%s', async (api, base) => {
  const server = await serveEndpoint(
    createEndpoint({ wires: endpointWires, models: [scenario], speed: Infinity }),
  )
  onTestFinished(() => server.close())
  const bodies: string[] = []
  const chat = createChat({
    endpoint: { baseUrl: new URL(base, server.url).href, api, wires },
    model: 'plain',
    scheduler: immediateScheduler,
    memory: createEndpointMemory(),
    tools: NAMES.map((name) =>
      defineTool({
        name,
        description: `Tool ${name}`,
        parameters: { type: 'object', properties: {} },
        execute: () => `<${name}>`,
      }),
    ),
    fetch: (url, init) => {
      bodies.push(String(init?.body))
      return fetch(url, init)
    },
  })
  await chat.send('Call all.')
  await chat.send('And again?')

  const messages: readonly Message[] = chat.store.getMessages()
  const calls = messages.flatMap((one) => (one.role === 'assistant' ? (one.tool_calls ?? []) : []))
  expect(calls.map((call) => call.function.name)).toEqual([...NAMES, ...NAMES])
  const results = NAMES.map((name) => `<${name}>`)
  expect(messages.flatMap((one) => (one.role === 'tool' ? [one.content] : []))).toEqual([
    ...results,
    ...results,
  ])
  const names = bodies.map((body) =>
    [...body.matchAll(/"(?:name|tool_name)":"([^"]*)"/g)]
      .map(([, name]) => name)
      .filter((name) => name !== ''),
  )
  const sent = ['files_read_2', 'files_read', 'tool', 'tool_2', 'x'.repeat(60)]
  expect(new Set(names.flat())).toEqual(new Set(sent))
  // A call that goes back has the name of a tool that is offered.
  expect(names.at(-1)!.filter((name) => name === 'files_read_2').length).toBeGreaterThan(1)
  const changes = messages.flatMap((one) =>
    one.role === 'assistant' ? (one.request?.adjustments ?? []) : [],
  )
  expect(changes).toContainEqual(
    expect.objectContaining({ rule: 'tool_name', before: 'files.read', after: 'files_read_2' }),
  )
})
