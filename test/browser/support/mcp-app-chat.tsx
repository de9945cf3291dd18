import { createChat, type ChatController, type ChatOptions } from '@antiphon/core'
import { immediateScheduler, callsAnswer, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { toolsFromMcp, type McpClient, type McpResult, type McpTool } from '@antiphon/mcp'
import { ChatProvider } from '@antiphon/react'
import { Chat } from '@antiphon/ui'
import { mcpApps, type McpAppsOptions } from '@antiphon/mcp/apps'
import { cleanup, render } from '@testing-library/react'
import { vi } from 'vitest'
import '../../../packages/ui/css/tokens.css'
import '../../../packages/ui/css/base.css'
import '../../../packages/ui/css/components.css'
import './chat-layout.css'

const APP_TYPE = 'text/html;profile=mcp-app'

/**
 * Speaks the protocol as an app does, without a library: `ask(method, params)`, `tell(method, params)`, `heard`, and
 * `hears(method)`, which waits for a message and for an answer after it, before which all that was said with it has come.
 */
const APP_SCRIPT = `
  const heard = [];
  const waiting = new Map();
  let last = 0;
  const tell = (method, params = {}) => parent.postMessage({ jsonrpc: '2.0', method, params }, '*');
  const ask = (method, params = {}) => new Promise((resolve) => {
    const id = ++last;
    waiting.set(id, resolve);
    parent.postMessage({ jsonrpc: '2.0', id, method, params }, '*');
  });
  addEventListener('message', ({ data }) => {
    if (data.method) heard.push(data);
    if (data.method && data.id !== undefined) parent.postMessage({ jsonrpc: '2.0', id: data.id, result: {} }, '*');
    if (!data.method) waiting.get(data.id)?.(data.error ? { error: data.error } : data.result);
  });
  const hears = async (method) => {
    while (!heard.some((message) => message.method === method)) await new Promise((ready) => setTimeout(ready));
    await ask('ping');
  };
  const report = (found) => ask('tools/call', { name: 'report', arguments: { found } });
  const start = async () => {
    const host = await ask('ui/initialize', { appInfo: { name: 'test', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26' });
    tell('ui/notifications/initialized');
    return host;
  };
`

export const appPage = (script: string, head = ''): string =>
  `<!doctype html><html><head>${head}</head><body><p>An app</p><script>${APP_SCRIPT}</script><script>${script}</script></body></html>`

export interface AppServer {
  html?: string
  contents?: readonly unknown[]
  meta?: object
  /** Besides `show`, which has the app, and `report`, with which it tells what it found. */
  tools?: readonly McpTool[]
  result?: McpResult
}

const any = { type: 'object' }
const ui = { ui: { resourceUri: 'ui://test/app' } }

/** A server of MCP with an app, in the page: what a client of the SDK would give. */
export function appServer({ html = '', contents, meta, tools = [], result }: AppServer) {
  const found: unknown[] = []
  const callTool = vi.fn(
    async ({ name, arguments: args }: { name: string; arguments?: object }): Promise<McpResult> => {
      if (name === 'report') found.push((args as { found: unknown }).found)
      return result && name === 'show' ? result : { content: [{ type: 'text', text: `${name} ran` }] }
    },
  )
  const client: McpClient = {
    listTools: async () => ({
      tools: [
        { name: 'show', inputSchema: any, _meta: ui },
        { name: 'report', inputSchema: any, _meta: { ui: { visibility: ['app'] } } },
        ...tools,
      ],
    }),
    callTool,
    readResource: async ({ uri }) => ({
      contents: contents ?? [{ uri, mimeType: APP_TYPE, text: html, ...(meta && { _meta: { ui: meta } }) }],
    }),
  }
  return { client, callTool, found }
}

/** Promise of the sent message, by chat. */
const sentBy = new WeakMap<ChatController, Promise<unknown>>()

/** A chat whose model has called `show`. Tools that ask are named in `asks`. */
export async function openAppChat(...given: Parameters<typeof startAppChat>): Promise<ChatController> {
  const chat = await startAppChat(...given)
  await sentBy.get(chat)
  return chat
}

/** The same, while the call runs. */
export async function startAppChat(
  server: ReturnType<typeof appServer>,
  {
    asks = [],
    options,
    more = [],
    chat: settings,
    locale,
  }: {
    asks?: readonly string[]
    options?: McpAppsOptions
    more?: readonly ReturnType<typeof textAnswer>[]
    chat?: Partial<ChatOptions>
    locale?: 'de'
  } = {},
): Promise<ChatController> {
  const tools = await toolsFromMcp(server.client, {
    approval: { for: ({ name }) => (asks.includes(name) ? 'always' : 'never') },
  })
  const chat = createChat({
    model: 'm',
    scheduler: immediateScheduler,
    transport: scriptedTransport([
      callsAnswer([{ id: 'c', name: 'show', args: { city: 'Oslo' } }]),
      textAnswer('Done.'),
      ...more,
    ]),
    tools,
    ...settings,
  })
  const toolRenderers = mcpApps(tools, options)
  render(
    <ChatProvider chat={chat}>
      <Chat style={{ height: 700 }} transcript={{ toolRenderers }} locale={locale} />
    </ChatProvider>,
  )
  const sent = chat.send('Show it')
  sentBy.set(chat, sent)
  return chat
}

export const closeAppChat = cleanup

/** A client of a server over HTTP, as far as apps need one. That of the SDK is tested in test/integration. */
export function httpClient(url: string): McpClient {
  let last = 0
  const ask = async (method: string, params: object = {}): Promise<never> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++last, method, params }),
    })
    const [, data = ''] = /^data: (.*)$/m.exec(await response.text()) ?? []
    return (JSON.parse(data) as { result: never }).result
  }
  return {
    listTools: (params) => ask('tools/list', params),
    callTool: (params: object) => ask('tools/call', params),
    readResource: (params) => ask('resources/read', params),
  }
}
