import { createChat } from '@antiphon/core'
import type { McpClient } from '../types.js'
import type { ToolFromMcp } from '../tools-from-mcp.js'
import { ChatProvider } from '@antiphon/react'
import { useState, type ReactNode } from 'react'
import type { Story, StoryMeta } from '../../../ui/src/fixtures/story.js'
import { scriptedTransport } from '../../../ui/src/fixtures/scripted-transport.js'
import { storyCall } from '../../../ui/src/fixtures/story-calls.js'
import { ToolCallView } from '../../../ui/src/components/tool-call/tool-call.js'
import { ToolRenderersContext } from '../../../ui/src/components/tool-call/tool-renderers.js'
import { mcpApps } from './mcp-apps.js'
import type { McpAppsOptions } from './types.js'

const meta: StoryMeta = { title: 'Tools/App' }
export default meta

/** The page of an app that runs the script `then` once it is ready. */
const page = (then: string): string => `<!doctype html><html><head><style>
  :root { color-scheme: light dark; font: 14px/1.5 var(--font-sans, sans-serif); color: var(--color-text-primary, CanvasText); background: var(--color-background-primary, Canvas) }
  body { margin: 0; padding: 12px 16px } h1 { font-size: 15px; margin: 0 0 6px } meter { width: 100%; height: 20px }
</style></head><body><main><h1>Pool of checkout</h1><label>In use <meter min="0" max="20" value="17">17 of 20</meter></label></main><script>
  let last = 0; const waiting = new Map();
  const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const ask = (method, params) => new Promise((resolve) => { waiting.set(++last, resolve); send({ id: last, method, params }) });
  addEventListener('message', ({ data }) => { if (!data.method) waiting.get(data.id)?.(data.result) });
  const dress = ({ theme, styles }) => {
    document.documentElement.style.colorScheme = theme;
    for (const [name, value] of Object.entries(styles?.variables ?? {})) document.documentElement.style.setProperty(name, value);
  };
  addEventListener('message', ({ data }) => { if (data.method === 'ui/notifications/host-context-changed' && data.params.styles) dress(data.params) });
  ask('ui/initialize', { appInfo: { name: 'story', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26' }).then(({ hostContext }) => {
    dress(hostContext);
    send({ method: 'ui/notifications/initialized', params: {} });
    send({ method: 'ui/notifications/size-changed', params: { height: 92 } });
    ${then}
  });
</script></body></html>`

const never = new Promise<never>(() => {})

interface AppStory {
  html?: string
  type?: string
  csp?: object
  hangs?: boolean
  stored?: boolean
  options?: McpAppsOptions
}

/** A tool of a server that is not there, with its app. */
function storyTool({
  html = page(''),
  type = 'text/html;profile=mcp-app',
  csp,
  hangs,
  stored,
}: AppStory): ToolFromMcp {
  const mcp = { name: 'show_pool', inputSchema: { type: 'object' } }
  const own = { name: 'show_pool', description: '', parameters: { type: 'object' } as const, mcp }
  const client: McpClient = {
    listTools: async () => ({ tools: [] }),
    callTool: () => never,
    readResource: async () =>
      hangs
        ? never
        : { contents: [{ uri: 'ui://pool', mimeType: type, text: html, _meta: { ui: { csp } } }] },
  }
  const result = { content: [{ type: 'text', text: '17 of 20' }] }
  const execute = async () => ({ content: '' })
  const drain = {
    ...own,
    name: 'drain_pool',
    mcp: { ...mcp, name: 'drain_pool' },
    approval: 'always' as const,
    execute,
  }
  const resultOf = () => (stored ? undefined : result)
  return { ...own, execute, app: { uri: 'ui://pool', client, tools: [drain], resultOf } }
}

const call = storyCall('show_pool', { service: 'checkout' }, { result: '17 of 20', ms: 120 })

const one = (story: AppStory): Story => ({ render: () => <Shown {...story} /> })

function Shown({ options, ...story }: AppStory): ReactNode {
  const [renderers] = useState(() => mcpApps([storyTool(story)], options))
  const [chat] = useState(() => createChat({ transport: scriptedTransport(), model: 'm' }))
  return (
    <ChatProvider chat={chat}>
      <ToolRenderersContext.Provider value={renderers}>
        <ToolCallView call={call} />
      </ToolRenderersContext.Provider>
    </ChatProvider>
  )
}

export const Running = one({})
export const Stored = one({ stored: true })
export const Loading = one({ hangs: true })
export const Reaches = one({ csp: { connectDomains: ['https://api.depot.example'] } })
export const WrongType = one({ type: 'text/html' })
export const NotReady = one({ html: '<p>Nothing', options: { timeout: 50 } })
export const Flood = one({
  html: page(`setInterval(() => { for (let i = 0; i < 100; i++) send({ method: 'x', params: {} }) }, 10)`),
})
export const AsksToCall = one({
  html: page(`ask('tools/call', { name: 'drain_pool', arguments: { pool: 'checkout', seconds: 30 } })`),
})
export const AsksToOpen = one({
  html: page(`ask('ui/open-link', { url: 'https://depot.example/pools/checkout' })`),
})
export const AsksToSend = one({
  html: page(
    `ask('ui/message', { role: 'user', content: [{ type: 'text', text: 'Raise the pool of checkout to 30.' }] })`,
  ),
})
export const TellsTheModel = one({
  html: page(
    `ask('ui/update-model-context', { content: [{ type: 'text', text: 'The person looks at the pool of checkout.' }] })`,
  ),
})
