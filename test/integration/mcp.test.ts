import { createChat, type ChatController } from '@antiphon/core'
import { toolsFromMcp, type McpClient, type McpToolsOptions, type ToolFromMcp } from '@antiphon/core/mcp'
import { callsAnswer, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { closeServers, connectMcp } from './support/mcp-server.js'

afterEach(closeServers)

const mcpTools = (client: Client, options?: McpToolsOptions): Promise<ToolFromMcp[]> =>
  toolsFromMcp(client, options)

/** A chat whose model calls `name` once and then says that it is done. */
function chatCalling(tools: ToolFromMcp[], name: string, args: unknown): ChatController {
  const transport = scriptedTransport([callsAnswer([{ id: 'c', name, args }]), textAnswer('done')])
  return createChat({ transport, model: 'm', tools })
}
const resultOf = (chat: ChatController) => chat.store.getMessages().find(({ role }) => role === 'tool')

describe('tools of an MCP server', () => {
  it('run in a chat: schema checked, structured result kept, failure of the tool told', async () => {
    const { client } = await connectMcp((server) => {
      server.registerTool(
        'count',
        {
          description: 'Counts a word.',
          inputSchema: { word: z.string() },
          outputSchema: { letters: z.number() },
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
    const tools = await mcpTools(client, { approval: 'never' })
    const good = chatCalling(tools, 'count', { word: 'mast' })
    await good.send('go')
    expect(resultOf(good)).toMatchObject({ content: '4 letters', details: { letters: 4 } })

    const wrong = chatCalling(tools, 'count', { word: 4 })
    await wrong.send('go')
    expect(resultOf(wrong)).toMatchObject({
      isError: true,
      metadata: { 'antiphon.outcome': 'invalid_arguments' },
    })

    const failed = chatCalling(tools, 'fail', {})
    await failed.send('go')
    expect(resultOf(failed)).toMatchObject({ isError: true, content: 'The depot is closed' })
  })

  it('bring images, sound, resources and links as parts in their order', async () => {
    const { client } = await connectMcp((server) =>
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
    const chat = chatCalling(await mcpTools(client, { approval: 'never' }), 'all', {})
    await chat.send('go')
    expect(resultOf(chat)?.content).toEqual([
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

  it('are asked about, whatever the server says of them, until the host trusts it', async () => {
    const { client } = await connectMcp((server) => {
      server.registerTool('look', { annotations: { readOnlyHint: true } }, () => ({ content: [] }))
      server.registerTool('wipe', { annotations: { destructiveHint: true } }, () => ({ content: [] }))
      server.registerTool('add', { annotations: { destructiveHint: false } }, () => ({ content: [] }))
      server.registerTool('plain', {}, () => ({ content: [] }))
    })
    const rules = async (options?: McpToolsOptions) =>
      (await mcpTools(client, options)).map(
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

    const chat = chatCalling(await mcpTools(client), 'look', {})
    void chat.send('go')
    await vi.waitFor(() => expect(chat.getState().approvals).toHaveLength(1))
    chat.stop()
  })

  it('show progress, and a stop reaches the server', async () => {
    let stopped = false
    const { client } = await connectMcp((server) =>
      server.registerTool('slow', {}, async ({ signal, sendNotification, _meta }) => {
        const progressToken = _meta!.progressToken!
        await sendNotification({
          method: 'notifications/progress',
          params: { progressToken, progress: 1, total: 4, message: 'warming up' },
        })
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
        stopped = true
        return { content: [] }
      }),
    )
    const chat = chatCalling(await mcpTools(client, { approval: 'never' }), 'slow', {})
    const answered = chat.send('go')
    const live = () => {
      const message = chat.store.getMessages().find(({ role }) => role === 'assistant')
      return message && chat.getLiveStep(message.id)?.calls[0]
    }
    await vi.waitFor(() => expect(live()).toMatchObject({ progress: 0.25, output: 'warming up\n' }))
    chat.stop()
    await answered
    await vi.waitFor(() => expect(stopped).toBe(true))
    expect(resultOf(chat)).toMatchObject({ metadata: { 'antiphon.outcome': 'cancelled' } })
  })

  it('are listed anew when the server says that they changed', async () => {
    const { client, server } = await connectMcp((one) =>
      one.registerTool('first', {}, () => ({ content: [] })),
    )
    const changed: string[][] = []
    await mcpTools(client, { onToolsChanged: (tools) => changed.push(tools.map(({ name }) => name)) })
    server.registerTool('second', {}, () => ({ content: [] }))
    await vi.waitFor(() => expect(changed.at(-1)).toEqual(['first', 'second']))
  })

  it('of names that providers refuse or that are taken get names that lead back to them', async () => {
    const long = 'read_'.repeat(20)
    const names = ['files/read', 'files.read', 'read', long, 'läs']
    const { client } = await connectMcp((server) => {
      for (const name of names)
        server.registerTool(name, {}, () => ({ content: [{ type: 'text', text: `I am ${name}` }] }))
    })
    const list = async () => mcpTools(client, { taken: ['read'], approval: 'never' })
    const tools = await list()
    const offered = tools.map(({ name }) => name)
    expect(new Set(offered).size).toBe(names.length)
    for (const name of offered) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    expect(offered).not.toContain('read')
    expect((await list()).map(({ name }) => name)).toEqual(offered)
    for (const [at, name] of offered.entries()) {
      const chat = chatCalling(tools, name, {})
      await chat.send('go')
      expect(resultOf(chat)?.content).toBe(`I am ${names[at]}`)
    }
    expect((await mcpTools(client, { prefix: 'depot_' })).map(({ name }) => name)).toContain('depot_read')
  })
})

describe('the pages of a list', () => {
  const page = (names: string[], nextCursor?: string) => ({
    tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })),
    nextCursor,
  })
  const pages = (all: Record<string, ReturnType<typeof page>>): McpClient => ({
    listTools: (params) => Promise.resolve(all[params?.cursor ?? '']!),
    callTool: () => Promise.resolve({ content: [] }),
  })

  it('are all read, a tool named on two of them once', async () => {
    const client = pages({ '': page(['a', 'b'], 'x'), x: page(['b', 'c'], 'y'), y: page([]) })
    expect((await toolsFromMcp(client)).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  })

  it('that lead in a circle are an error in words', async () => {
    const client = pages({ '': page(['a'], 'x'), x: page(['b'], 'x') })
    await expect(toolsFromMcp(client)).rejects.toThrow('does not end')
  })

  it('that always have one more are an error in words', async () => {
    let read = 0
    const client: McpClient = {
      listTools: () => Promise.resolve({ tools: [], nextCursor: `${++read}${'x'.repeat(1_000_000)}` }),
      callTool: () => Promise.resolve({ content: [] }),
    }
    await expect(toolsFromMcp(client)).rejects.toThrow(
      /does not end: after 1001 pages it leads to "1001x{96}\n\[Cut: .*\]" again or further/,
    )
    expect(read).toBe(1_001)
  })
})
