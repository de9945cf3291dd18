import { promptsFromMcp, resourcesFromMcp, type McpClient } from '@antiphon/mcp'
import { GetPromptRequestSchema, ListPromptsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { closeServers, connectMcp } from './support/mcp-server.js'
import { closeV2Servers, connectV2 } from './support/mcp-v2-server.js'

afterEach(async () => {
  await closeServers()
  await closeV2Servers()
})

const hidden = '\u202e\u200b'

interface Registers {
  registerPrompt(name: string, config: object, get: (args: never) => object): unknown
  registerResource(name: string, uri: string, config: object, read: () => object): unknown
}

function fill(server: Registers): void {
  server.registerPrompt('plain', { description: `Says hello.${hidden}` }, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }],
  }))
  server.registerPrompt(
    'review',
    {
      title: 'Review',
      argsSchema: z.object({ code: z.string().describe('What to read'), tone: z.string().optional() }),
    },
    ({ code, tone }: { code: string; tone?: string }) => ({
      messages: [
        { role: 'user', content: { type: 'text', text: `Review ${code}` } },
        { role: 'assistant', content: { type: 'text', text: `In a ${tone ?? 'plain'} tone?` } },
        { role: 'user', content: { type: 'image', data: 'iVBORw0K', mimeType: 'image/png' } },
      ],
    }),
  )
  server.registerResource(
    'notes',
    'file:///depot/notes.md',
    { mimeType: 'text/markdown', title: 'Notes' },
    () => ({
      contents: [{ uri: 'file:///depot/notes.md', mimeType: 'text/markdown', text: '# Boxes' }],
    }),
  )
  server.registerResource('mark', 'file:///depot/mark.png', {}, () => ({
    contents: [{ uri: 'file:///depot/mark.png', mimeType: 'image/png', blob: 'iVBORw0K' }],
  }))
  server.registerResource('app', 'ui://depot/app', {}, () => ({ contents: [] }))
}

describe.each([
  ['1', async (): Promise<McpClient> => (await connectMcp((server) => fill(withShape(server)))).client],
  ['2', async (): Promise<McpClient> => (await connectV2((server) => fill(server as never))).client],
])('a server and a client of version %s of the SDK', (_, connect) => {
  it('prompts are listed with a form for what they ask, and give their messages', async () => {
    const [plain, review] = await promptsFromMcp(await connect(), { from: 'depot.example' })
    expect(plain).toMatchObject({
      name: 'plain',
      title: 'plain',
      description: 'Says hello.',
      question: undefined,
    })
    expect(await plain!.get()).toEqual([{ role: 'user', content: 'Hello' }])
    expect(review!.question).toMatchObject({
      type: 'form',
      from: 'depot.example',
      schema: {
        properties: {
          code: { type: 'string', title: 'code', description: 'What to read' },
          tone: { type: 'string' },
        },
        required: ['code'],
      },
    })
    expect(await review!.get({ code: 'main.ts', tone: '', other: 'x' })).toEqual([
      { role: 'user', content: 'Review main.ts' },
      { role: 'assistant', content: 'In a plain tone?' },
      {
        role: 'user',
        content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0K' } }],
      },
    ])
    await expect(review!.get({})).rejects.toThrow(/code|argument/i)
  })

  it('resources become files; pages of apps are not among them', async () => {
    const [notes, mark, ...rest] = await resourcesFromMcp(await connect())
    expect([notes!.title, mark!.title, rest]).toEqual(['Notes', 'mark', []])
    const [file] = await notes!.read()
    expect([file!.name, file!.type, await file!.text()]).toEqual(['notes.md', 'text/markdown', '# Boxes'])
    const [picture] = await mark!.read()
    expect([picture!.name, picture!.type, picture!.size]).toEqual(['mark.png', 'image/png', 6])
  })
})

function addOne(server: Registers): void {
  server.registerPrompt('late', {}, () => ({ messages: [] }))
  server.registerResource('late', 'file:///depot/late.md', {}, () => ({ contents: [] }))
}

/** Adds a prompt and a resource to a server of each version, whose client is connected. */
const changing = {
  async '1'() {
    const { client, server } = await connectMcp((one) => fill(withShape(one)))
    return { client: client as McpClient, change: () => addOne(server as unknown as Registers) }
  },
  async '2, protocol 2026-07-28'() {
    let hasLate = false
    const { client, handler } = await connectV2((server) => {
      fill(server as never)
      if (hasLate) addOne(server as never)
    })
    expect(client.getProtocolEra()).toBe('modern')
    return {
      client: client as McpClient,
      change() {
        hasLate = true
        handler.notify.promptsChanged()
        handler.notify.resourcesChanged()
      },
    }
  },
}

it.each(['1', '2, protocol 2026-07-28'] as const)(
  'prompts and resources are listed anew when the server says that they changed: version %s of the SDK',
  async (version) => {
    const { client, change } = await changing[version]()
    const prompts: string[][] = []
    const resources: string[][] = []
    const first = await promptsFromMcp(client, {
      onPromptsChanged: (now) => prompts.push(now.map(({ name }) => name)),
    })
    await resourcesFromMcp(client, {
      onResourcesChanged: (now) => resources.push(now.map(({ title }) => title)),
    })
    expect(first).toHaveLength(2)
    change()
    await vi.waitFor(() => expect(prompts.at(-1)).toEqual(['plain', 'review', 'late']))
    await vi.waitFor(() => expect(resources.at(-1)).toEqual(['Notes', 'mark', 'late']))
  },
)

/** Version 1 takes the shape of an object where version 2 takes the object. */
function withShape(server: object): Registers {
  const target = server as Registers
  return {
    registerPrompt: (name, config, get) => {
      const schema = (config as { argsSchema?: z.ZodObject }).argsSchema
      return target.registerPrompt(name, { ...config, ...(schema && { argsSchema: schema.shape }) }, get)
    },
    registerResource: (...all) => target.registerResource(...all),
  }
}

it('an answer in a prompt keeps its images, and names what it cannot hold', async () => {
  const content = [
    { type: 'text', text: 'Look' },
    { type: 'image', data: 'iVBORw0K', mimeType: 'image/png' },
    { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
  ]
  const { client } = await connectMcp(({ server }) => {
    server.registerCapabilities({ prompts: {} })
    server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [{ name: 'p' }] }))
    server.setRequestHandler(GetPromptRequestSchema, () => ({
      messages: content.map((block) => ({ role: 'assistant' as const, content: block as never })),
    }))
  })
  const [prompt] = await promptsFromMcp(client)
  expect(await prompt!.get()).toEqual([
    { role: 'assistant', content: 'Look' },
    {
      role: 'assistant',
      content: '',
      images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0K' } }],
    },
    { role: 'assistant', content: '[Left out: a part of the type input_audio.]' },
  ])
})

it('a list without end, and one that is too long, are errors in words', async () => {
  let pages = 0
  const client = {
    listTools: () => Promise.reject(new Error('not asked')),
    callTool: () => Promise.reject(new Error('not asked')),
    getPrompt: () => Promise.resolve({}),
    readResource: () => Promise.resolve({ contents: [{ uri: 'x' }, null, 7] }),
    listPrompts: () => Promise.resolve({ prompts: [{ name: `p${++pages}` }], nextCursor: 'again' }),
    listResources: () =>
      Promise.resolve({
        resources: Array.from({ length: 2_001 }, (_, n) => ({ uri: `file:///${n}`, name: `${n}` })),
      }),
  }
  await expect(promptsFromMcp(client)).rejects.toThrow('The list of prompts of this MCP server does not end')
  expect(pages).toBe(2)
  await expect(resourcesFromMcp(client)).rejects.toThrow('lists 2001 resources or more; 2000 is the most')
  const [prompt] = await promptsFromMcp({
    ...client,
    listPrompts: () => Promise.resolve({ prompts: [{ name: 'p' }] }),
  })
  await expect(prompt!.get()).rejects.toThrow('has no message that can be read')
  const [resource] = await resourcesFromMcp({
    ...client,
    listResources: () => Promise.resolve({ resources: [{ uri: 'file:///x', name: 'x' }] }),
  })
  await expect(resource!.read()).rejects.toThrow('has nothing that can be read')
  const { listPrompts: _, listResources: __, ...none } = client
  expect([await promptsFromMcp(none), await resourcesFromMcp(none)]).toEqual([[], []])
})
