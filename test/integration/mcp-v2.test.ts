import { createChat, type ChatController } from '@antiphon/core'
import { toolsFromMcp, type ToolFromMcp } from '@antiphon/core/mcp'
import { callsAnswer, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { closeServers, serveMcp } from './support/mcp-server.js'
import { closeV2Servers, connectV2, connectV2Client, serveV2 } from './support/mcp-v2-server.js'

afterEach(closeV2Servers)
afterEach(closeServers)

/** A chat whose model calls `name` once and then says that it is done. */
function chatCalling(tools: ToolFromMcp[], name: string, args: unknown): ChatController {
  const transport = scriptedTransport([callsAnswer([{ id: 'c', name, args }]), textAnswer('done')])
  return createChat({ transport, model: 'm', tools })
}
const resultOf = (chat: ChatController) => chat.store.getMessages().find(({ role }) => role === 'tool')
const namesOf = (tools: readonly ToolFromMcp[]) => tools.map(({ name }) => name)

describe('tools of a client of version 2 of the SDK', () => {
  it.each(['auto', 'legacy'] as const)('run in a chat, negotiated %s', async (mode) => {
    const { client } = await connectV2(
      (server) => {
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
      },
      { versionNegotiation: { mode } },
    )
    expect(client.getProtocolEra()).toBe(mode === 'auto' ? 'modern' : 'legacy')
    const tools = await toolsFromMcp(client, { approval: 'never' })
    const good = chatCalling(tools, 'count', { word: 'mast' })
    await good.send('go')
    expect(resultOf(good)).toMatchObject({ content: '4 letters', details: { letters: 4 } })
    const failed = chatCalling(tools, 'fail', {})
    await failed.send('go')
    expect(resultOf(failed)).toMatchObject({ isError: true, content: 'The depot is closed' })
  })

  it('of a server of version 1 run too, and are listed anew when it says that they changed', async () => {
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
    const chat = chatCalling(tools, 'first', {})
    await chat.send('go')
    expect(resultOf(chat)).toMatchObject({ content: 'I am first' })
    server.registerTool('second', {}, () => ({ content: [] }))
    await vi.waitFor(() => expect(changed.at(-1)).toEqual(['first', 'second']))
  })

  it('show progress, and a stop reaches the server', async () => {
    let stopped = false
    const { client } = await connectV2((server) =>
      server.registerTool('slow', {}, async (ctx) => {
        const progressToken = ctx.mcpReq._meta!.progressToken!
        await ctx.mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress: 1, total: 4, message: 'warming up' },
        })
        await new Promise((resolve) => ctx.mcpReq.signal.addEventListener('abort', resolve, { once: true }))
        stopped = true
        return { content: [] }
      }),
    )
    const chat = chatCalling(await toolsFromMcp(client, { approval: 'never' }), 'slow', {})
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

  it('are listed anew when the server of protocol 2026-07-28 says that they changed', async () => {
    let hasSecond = false
    const { client, handler } = await connectV2((server) => {
      server.registerTool('first', {}, () => ({ content: [] }))
      if (hasSecond) server.registerTool('second', {}, () => ({ content: [] }))
    })
    const changed: string[][] = []
    await toolsFromMcp(client, { onToolsChanged: (tools) => changed.push(namesOf(tools)) })
    hasSecond = true
    handler.notify.toolsChanged()
    await vi.waitFor(() => expect(changed.at(-1)).toEqual(['first', 'second']))
  })

  it('of a server of version 2 run for a client of version 1', async () => {
    const { url } = await serveV2((server) =>
      server.registerTool('first', {}, () => ({ content: [{ type: 'text', text: 'I am first' }] })),
    )
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
    const { StreamableHTTPClientTransport } =
      await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
    const client = new Client({ name: 'test', version: '1.0.0' })
    await client.connect(new StreamableHTTPClientTransport(url))
    const chat = chatCalling(await toolsFromMcp(client, { approval: 'never' }), 'first', {})
    await chat.send('go')
    expect(resultOf(chat)).toMatchObject({ content: 'I am first' })
    await client.close()
  })
})
