import { createChat } from '@antiphon/core'
import { toolsFromMcp } from '@antiphon/mcp'
import { callsAnswer, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterEach, describe, expect, it } from 'vitest'
import { closeServers, connectMcp } from './support/mcp-server.js'

afterEach(closeServers)

const URI = 'ui://depot/app.html'
const TYPE = 'text/html;profile=mcp-app'

async function connect(): Promise<Client> {
  const { client } = await connectMcp((server) => {
    server.registerResource('app', URI, { mimeType: TYPE }, () => ({
      contents: [{ uri: URI, mimeType: TYPE, text: '<p>App' }],
    }))
    const result = () => ({
      content: [{ type: 'text' as const, text: 'sent' }],
      _meta: { 'depot.example/view': 7 },
    })
    server.registerTool('show', { _meta: { ui: { resourceUri: URI } } }, result)
    server.registerTool('old', { _meta: { 'ui/resourceUri': URI } }, result)
    server.registerTool('refresh', { _meta: { ui: { visibility: ['app'] } } }, result)
    server.registerTool('plain', { _meta: { ui: { visibility: ['model'] } } }, result)
    server.registerTool('odd', { _meta: { ui: { resourceUri: 'https://depot.example/app' } } }, result)
  })
  return client
}

describe('apps of tools of an MCP server', () => {
  it('are known by their address; tools for apps only are not offered to a model', async () => {
    const tools = await toolsFromMcp(await connect())
    expect(tools.map(({ name, app }) => [name, app?.uri])).toEqual([
      ['show', URI],
      ['old', URI],
      ['plain', undefined],
      ['odd', undefined],
    ])
    expect(tools[0]?.app?.tools.map(({ name }) => name)).toEqual(['show', 'old', 'refresh', 'odd'])
    expect(await tools[0]?.app?.client.readResource?.({ uri: URI })).toMatchObject({
      contents: [{ mimeType: TYPE, text: '<p>App' }],
    })
  })

  it('get the results as the server sent them; the thread has what the model reads', async () => {
    const tools = await toolsFromMcp(await connect(), { approval: 'never' })
    const transport = scriptedTransport([
      callsAnswer([{ id: 'c', name: 'show', args: {} }]),
      textAnswer('done'),
    ])
    const chat = createChat({ transport, model: 'm', tools })
    await chat.send('go')
    const [, answer, result] = chat.store.getMessages()
    expect(result).toMatchObject({ role: 'tool', content: 'sent' })
    expect(tools[0]?.app?.resultOf(`${answer!.id}/0`)).toMatchObject({
      content: [{ type: 'text', text: 'sent' }],
      _meta: { 'depot.example/view': 7 },
    })
    expect(tools[0]?.app?.resultOf('other/0')).toBe(undefined)
  })
})
