import { toolsFromMcp, type McpClient, type McpToolsOptions } from '@antiphon/mcp'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { serveMcp } from './support/mcp-server.js'
import {
  chatCalling,
  closeMcp,
  listedTool,
  mcpSdks,
  namesOf,
  resultOf,
  toolMessage,
  v2Legacy,
} from './support/mcp-sdks.js'
import { connectV2, connectV2Client, serveV2 } from './support/mcp-v2-server.js'

afterEach(closeMcp)

describe.each([...mcpSdks, v2Legacy])(
  'results of the tools of an MCP server, SDK of $name',
  ({ connect }) => {
    it('come into a chat: schema checked, structured result kept, failure of the tool told', async () => {
      const { client } = await connect((server) => {
        server.registerTool(
          'count',
          {
            description: 'Counts a word.',
            inputSchema: z.object({ word: z.string() }),
            outputSchema: z.object({ letters: z.number() }),
          },
          ({ word }) => ({
            content: [{ type: 'text', text: `${word.length} letters` }],
            structuredContent: { letters: word.length },
          }),
        )
        server.registerTool('fail', { description: 'Fails.' }, () => ({
          content: [{ type: 'text', text: 'The depot is closed' }],
          isError: true,
        }))
      })
      const tools = await toolsFromMcp(client, { approval: 'never' })
      expect(await resultOf(tools, 'count', { word: 'mast' })).toMatchObject({
        content: '4 letters',
        details: { letters: 4 },
      })
      expect(await resultOf(tools, 'count', { word: 4 })).toMatchObject({
        isError: true,
        metadata: { 'antiphon.outcome': 'invalid_arguments' },
      })
      expect(await resultOf(tools, 'fail')).toMatchObject({ isError: true, content: 'The depot is closed' })
    })

    it('have images, sound, resources and links as parts in their order', async () => {
      const { client } = await connect((server) =>
        server.registerTool('all', {}, () => ({
          content: [
            { type: 'text', text: 'Before' },
            { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
            { type: 'audio', data: 'AAAA', mimeType: 'audio/mpeg' },
            { type: 'audio', data: 'AAAA', mimeType: 'audio/ogg' },
            {
              type: 'resource',
              resource: { uri: 'file:///a/notes%20a.md', mimeType: 'text/markdown', text: '# A' },
            },
            {
              type: 'resource',
              resource: { uri: 'file:///a/b.zip', mimeType: 'application/zip', blob: 'UEs=' },
            },
            { type: 'resource_link', uri: 'https://depot.example/x', name: 'x', mimeType: 'text/html' },
          ],
        })),
      )
      const tools = await toolsFromMcp(client, { approval: 'never' })
      expect((await resultOf(tools, 'all'))?.content).toEqual([
        { type: 'text', text: 'Before' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
        { type: 'file', file: { file_data: 'data:audio/ogg;base64,AAAA' } },
        { type: 'text', text: '# A' },
        { type: 'file', file: { file_data: 'data:text/markdown;base64,IyBB', filename: 'notes a.md' } },
        { type: 'file', file: { file_data: 'data:application/zip;base64,UEs=', filename: 'b.zip' } },
        { type: 'text', text: 'Resource "x": https://depot.example/x (text/html)' },
      ])
    })
  },
)

describe.each(mcpSdks)('tools of an MCP server, SDK of $name', ({ connect, connectRaw, contextOf }) => {
  it('are asked about, whatever the server says of them, until the host trusts it', async () => {
    const { client } = await connect((server) => {
      server.registerTool('look', { annotations: { readOnlyHint: true } }, () => ({ content: [] }))
      server.registerTool('wipe', { annotations: { destructiveHint: true } }, () => ({ content: [] }))
      server.registerTool('add', { annotations: { destructiveHint: false } }, () => ({ content: [] }))
      server.registerTool('plain', {}, () => ({ content: [] }))
    })
    const rules = async (options?: McpToolsOptions) =>
      (await toolsFromMcp(client, options)).map(
        ({ name, approval, destructive }) =>
          `${name} ${String(approval)}${destructive ? ' destructive' : ''}`,
      )
    expect(await rules()).toEqual(['look always', 'wipe always destructive', 'add always', 'plain always'])
    expect(await rules({ trustHints: true })).toEqual([
      'look never',
      'wipe always destructive',
      'add always',
      'plain always destructive',
    ])
    expect(
      (await rules({ approval: { for: ({ name }) => (name === 'plain' ? 'never' : 'always') } })).at(-1),
    ).toBe('plain never')

    const chat = chatCalling(await toolsFromMcp(client), 'look')
    void chat.send('go')
    await vi.waitFor(() => expect(chat.getState().approvals).toHaveLength(1))
    chat.stop()
  })

  it('show progress, and a stop reaches the server', async () => {
    let stopped = false
    const { client } = await connect((server) =>
      server.registerTool('slow', {}, async (context: unknown) => {
        const { signal, progressToken, notify } = contextOf(context)
        await notify({
          method: 'notifications/progress',
          params: { progressToken: progressToken!, progress: 1, total: 4, message: 'warming up' },
        })
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
        stopped = true
        return { content: [] }
      }),
    )
    const chat = chatCalling(await toolsFromMcp(client, { approval: 'never' }), 'slow')
    const answered = chat.send('go')
    const live = () => {
      const message = chat.store.getMessages().find(({ role }) => role === 'assistant')
      return message && chat.getLiveStep(message.id)?.calls[0]
    }
    await vi.waitFor(() => expect(live()).toMatchObject({ progress: 0.25, output: 'warming up\n' }))
    chat.stop()
    await answered
    await vi.waitFor(() => expect(stopped).toBe(true))
    expect(toolMessage(chat)).toMatchObject({ metadata: { 'antiphon.outcome': 'cancelled' } })
  })

  it('are listed anew when the server says that they changed', async () => {
    const names = ['first']
    const { client, announce } = await connectRaw({
      list: () => ({ tools: names.map((name) => listedTool(name)) }),
    })
    const changed: string[][] = []
    await toolsFromMcp(client, { onToolsChanged: (tools) => changed.push(namesOf(tools)) })
    names.push('second')
    await announce()
    await vi.waitFor(() => expect(changed.at(-1)).toEqual(['first', 'second']))
  })
})

describe('across the versions of the SDK', () => {
  it.each([
    ['auto', 'modern'],
    ['legacy', 'legacy'],
  ] as const)('a client of version 2 negotiates %s', async (mode, era) => {
    const { client } = await connectV2(() => {}, { versionNegotiation: { mode } })
    expect(client.getProtocolEra()).toBe(era)
  })

  it('tools of a server of version 1 run for a client of version 2, and are listed anew', async () => {
    const { url, server } = await serveMcp((one) =>
      one.registerTool('first', {}, () => ({ content: [{ type: 'text', text: 'I am first' }] })),
    )
    const client = await connectV2Client(url)
    expect(client.getProtocolEra()).toBe('legacy')
    const changed: string[][] = []
    const tools = await toolsFromMcp(client, {
      approval: 'never',
      onToolsChanged: (now) => changed.push(namesOf(now)),
    })
    expect(await resultOf(tools, 'first')).toMatchObject({ content: 'I am first' })
    server.registerTool('second', {}, () => ({ content: [] }))
    await vi.waitFor(() => expect(changed.at(-1)).toEqual(['first', 'second']))
  })

  it('tools of a server of version 2 run for a client of version 1', async () => {
    const { url } = await serveV2((server) =>
      server.registerTool('first', {}, () => ({ content: [{ type: 'text', text: 'I am first' }] })),
    )
    const client = new Client({ name: 'test', version: '1.0.0' })
    await client.connect(new StreamableHTTPClientTransport(url))
    const tools = await toolsFromMcp(client, { approval: 'never' })
    expect(await resultOf(tools, 'first')).toMatchObject({ content: 'I am first' })
    await client.close()
  })
})

describe('the pages of a list', () => {
  const page = (names: string[], nextCursor?: string) => ({
    tools: names.map((name) => listedTool(name)),
    nextCursor,
  })
  const pages = (all: Record<string, ReturnType<typeof page>>): McpClient => ({
    listTools: (params) => Promise.resolve(all[params?.cursor ?? '']!),
    callTool: () => Promise.resolve({ content: [] }),
  })

  it('are all read, a tool named on two of them once', async () => {
    const client = pages({ '': page(['a', 'b'], 'x'), x: page(['b', 'c'], 'y'), y: page([]) })
    expect(namesOf(await toolsFromMcp(client))).toEqual(['a', 'b', 'c'])
  })

  it('that lead in a circle are an error in words', async () => {
    const client = pages({ '': page(['a'], 'x'), x: page(['b'], 'x') })
    await expect(toolsFromMcp(client)).rejects.toThrow('does not end')
  })

  it('that always have one more are an error in words', async () => {
    let read = 0
    const client: McpClient = {
      listTools: () => Promise.resolve({ tools: [], nextCursor: `${++read}${'x'.repeat(10_000)}` }),
      callTool: () => Promise.resolve({ content: [] }),
    }
    await expect(toolsFromMcp(client)).rejects.toThrow(
      /does not end: after 1001 pages it leads to "1001x{96}\n\[Cut: .*\]" again or further/,
    )
    expect(read).toBe(1_001)
  })
})
