import { callsAnswer, scriptedTransport, textAnswer, immediateScheduler } from '@antiphon/core/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { toolsFromMcp } from '@antiphon/mcp'
import { createChat, type ChatOptions, type ChatTransport } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { Chat } from '@antiphon/ui'
import { exportHtml } from '@antiphon/ui/export'
import { mcpApps } from '@antiphon/mcp/apps'
import { render } from '@testing-library/react'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { passTime } from './support/pass-time.js'
import {
  appPage,
  appServer,
  closeAppChat,
  httpClient,
  openAppChat,
  startAppChat,
} from './support/mcp-app-chat.js'

const frame = () => document.querySelector<HTMLIFrameElement>('[data-slot="mcp-app-frame"]')
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const anyArguments = { type: 'object' }

afterEach(closeAppChat)

describe('an app of a tool', () => {
  it('is told where it is, the arguments, then the result with all that the server sent', async () => {
    const result = {
      content: [{ type: 'text', text: '4 degrees' }],
      structuredContent: { degrees: 4 },
      _meta: { 'depot.example/view': 7 },
    }
    const server = appServer({
      result,
      html: appPage(`(async () => {
        const { hostContext, protocolVersion } = await start();
        await hears('ui/notifications/tool-result');
        await report({ heard, protocolVersion, theme: hostContext.theme, mode: hostContext.displayMode, tool: hostContext.toolInfo.tool.name });
      })()`),
    })
    await openAppChat(server)
    await expect.poll(() => server.found).toHaveLength(1)
    expect(server.found[0]).toMatchObject({
      protocolVersion: '2026-01-26',
      theme: 'light',
      mode: 'inline',
      tool: 'show',
      heard: [
        { method: 'ui/notifications/tool-input', params: { arguments: { city: 'Oslo' } } },
        { method: 'ui/notifications/tool-result', params: result },
      ],
    })
  })

  it('has the height it asks for, up to a limit', async () => {
    const server = appServer({
      html: appPage(
        `start().then(() => { tell('ui/notifications/size-changed', { height: 250 }); report(1) })`,
      ),
    })
    await openAppChat(server)
    await expect.poll(() => frame()?.getBoundingClientRect().height).toBe(250)
    closeAppChat()
    const tall = appServer({
      html: appPage(`start().then(() => tell('ui/notifications/size-changed', { height: 1e9 }))`),
    })
    await openAppChat(tall, { options: { maxHeight: 300 } })
    await expect.poll(() => frame()?.getBoundingClientRect().height).toBe(300)
  })

  it('shows each of its messages, and is asked to end before it goes', async () => {
    const onMessage = vi.fn()
    const server = appServer({ html: appPage(`start().then(() => report('here'))`) })
    await openAppChat(server, { options: { onMessage } })
    await expect.poll(() => server.found).toHaveLength(1)
    await press(/^\d+ messages$/)
    const list = screen.getByRole('group', { name: 'Messages of the app of show' })
    expect(await within(list).findByText(/"method":"tools\/call","params":\{"name":"report"/)).toBeVisible()
    await press('Close the app')
    expect(await screen.findByText('The app was closed.')).toBeVisible()
    expect(frame()).toBe(null)
    const said = onMessage.mock.calls.map(
      ([message]) => (message as { message: { method?: string } }).message.method,
    )
    expect(said).toContain('ui/resource-teardown')
  })

  it.each([
    [
      'a resource that is missing',
      { contents: [] },
      'The app could not be loaded. The server does not have it.',
    ],
    [
      'another type',
      { contents: [{ uri: 'ui://test/app', mimeType: 'text/html', text: '<p>x' }] },
      'The app cannot be shown. It is of a type that is not known here.',
    ],
    ['a page that says nothing', { html: '<p>Nothing' }, 'The app was stopped. It did not become ready.'],
  ])('says so in words: %s', async (_, server, words) => {
    await openAppChat(appServer(server), { options: { timeout: 300 } })
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Start again' })).toBeVisible()
    expect(screen.getByText('show ran')).toBeVisible()
  })

  it('is there on demand when its call was stored, and its result meanwhile', async () => {
    const server = appServer({
      html: appPage(`start().then(() => hears('ui/notifications/tool-result')).then(() => report(heard))`),
    })
    const messages: ChatOptions['messages'] = [
      { role: 'user', content: 'Show it' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'show', arguments: '{"city":"Oslo"}' } }],
      },
      {
        role: 'tool',
        tool_call_id: 'c',
        toolName: 'show',
        content: 'From yesterday',
        details: { degrees: 3 },
      },
      { role: 'assistant', content: 'Done.' },
    ]
    const tools = await toolsFromMcp(server.client, { approval: 'never' })
    const chat = createChat({
      model: 'm',
      transport: scriptedTransport([]),
      tools,
      messages,
      scheduler: immediateScheduler,
    })
    render(
      <ChatProvider chat={chat}>
        <Chat style={{ height: 700 }} transcript={{ toolRenderers: mcpApps(tools) }} />
      </ChatProvider>,
    )
    expect(await screen.findByText('The server has an app for this call.')).toBeVisible()
    expect(frame()).toBe(null)
    await press('Show the app')
    await expect.poll(() => server.found).toHaveLength(1)
    expect(server.found[0]).toMatchObject([
      { params: { arguments: { city: 'Oslo' } } },
      { params: { content: [{ type: 'text', text: 'From yesterday' }], structuredContent: { degrees: 3 } } },
    ])
  })
})

describe('what an app is told', () => {
  /** A chat whose model writes the call in two pieces, when the test says so. */
  const openWriting = async (server: ReturnType<typeof appServer>) => {
    let release = (): void => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    const delta = (args: string, first = false) => ({
      choices: [
        {
          index: 0,
          delta: {
            tool_calls: [
              {
                index: 0,
                ...(first && { id: 'c', type: 'function' }),
                function: { ...(first && { name: 'show' }), arguments: args },
              },
            ],
          },
        },
      ],
    })
    let requests = 0
    async function* chunks(): AsyncGenerator<object, void> {
      if (++requests > 1)
        return void (yield { choices: [{ index: 0, delta: { content: 'Done.' }, finish_reason: 'stop' }] })
      yield delta('{"city":"Os', true)
      await gate
      yield delta('lo"}')
      yield { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }
    }
    const transport: ChatTransport = { send: async () => chunks() }
    const tools = await toolsFromMcp(server.client, { approval: 'never' })
    const chat = createChat({ model: 'm', scheduler: immediateScheduler, transport, tools })
    render(
      <ChatProvider chat={chat}>
        <Chat style={{ height: 700 }} transcript={{ toolRenderers: mcpApps(tools) }} />
      </ChatProvider>,
    )
    return { chat, release }
  }
  const telling = (method: string, count = 1) =>
    appPage(
      `start(); let told = 0; addEventListener('message', ({ data }) => { if (data.method === '${method}' && ++told === ${count}) report(heard) })`,
    )

  it('the arguments as they are written, and the whole once', async () => {
    const server = appServer({ html: telling('ui/notifications/tool-input-partial') })
    const { chat, release } = await openWriting(server)
    const done = chat.send('Show it')
    await expect.poll(() => server.found).toHaveLength(1)
    expect(server.found[0]).toEqual([
      expect.objectContaining({
        method: 'ui/notifications/tool-input-partial',
        params: { arguments: { city: 'Os' } },
      }),
    ])
    release()
    await done
    await press(/^\d+ messages$/)
    const list = screen.getByRole('group', { name: 'Messages of the app of show' })
    await within(list).findByText(/"method":"ui\/notifications\/tool-result"/)
    expect(
      within(list).getAllByText(/"ui\/notifications\/tool-input","params":\{"arguments":\{"city":"Oslo"\}\}/),
    ).toHaveLength(1)
  })

  it('that its call was stopped, with the reason', async () => {
    const server = appServer({ html: telling('ui/notifications/tool-cancelled') })
    server.callTool.mockImplementation(({ name, arguments: args }) => {
      if (name !== 'report') return new Promise(() => {})
      server.found.push((args as { found: unknown }).found)
      return Promise.resolve({ content: [] })
    })
    const chat = await startAppChat(server)
    await expect.poll(() => frame() !== null && screen.queryByText('Starting…') === null).toBe(true)
    await expect.poll(() => screen.queryByRole('button', { name: 'Close the app' }) !== null).toBe(true)
    // A class of the host that changes no style is not news for the app.
    document.documentElement.classList.add('of-the-host')
    await new Promise(requestAnimationFrame)
    document.documentElement.classList.remove('of-the-host')
    chat.stop()
    await expect.poll(() => server.found).toHaveLength(1)
    expect(server.found[0]).toEqual([
      expect.objectContaining({ method: 'ui/notifications/tool-input' }),
      { jsonrpc: '2.0', method: 'ui/notifications/tool-cancelled', params: { reason: 'cancelled' } },
    ])
  })

  it.each([
    [
      'what the host allows of what its server declares',
      ['clipboardWrite', 'camera'],
      'clipboard-write *',
      { clipboardWrite: {} },
    ],
    ['nothing, where the host allows nothing', undefined, '', {}],
  ] as const)('gets %s', async (_, permissions, allow, granted) => {
    const server = appServer({
      meta: { permissions: { clipboardWrite: {}, geolocation: {}, teleport: {} } },
      html: appPage(`start().then(({ hostCapabilities }) => report({ given: hostCapabilities.sandbox.permissions,
        features: ['clipboard-write', 'geolocation', 'camera'].filter((name) => document.featurePolicy?.allowsFeature(name)) }))`),
    })
    await openAppChat(server, { options: { ...(permissions && { permissions }) } })
    await expect.poll(() => server.found).toHaveLength(1)
    expect(frame()?.getAttribute('allow')).toBe(allow)
    expect(server.found[0]).toEqual({
      given: granted,
      features: allow !== '' && 'featurePolicy' in document ? ['clipboard-write'] : [],
    })
  })
})

it('an exported page has the result of the call, and no frame', async () => {
  const server = appServer({ html: appPage('start()') })
  const chat = await openAppChat(server)
  const html = await exportHtml(chat.store.getMessages())
  expect(html).toContain('show ran')
  expect(html).not.toMatch(/<iframe|mcp-app|An app/)
})

describe('what an app asks for', () => {
  const tools = [
    { name: 'delete', inputSchema: anyArguments },
    { name: 'secret', inputSchema: anyArguments, _meta: { ui: { visibility: ['model'] } } },
  ]
  const calling = (name: string) =>
    appPage(
      `start().then(async () => report(await ask('tools/call', { name: '${name}', arguments: { id: 7 } })))`,
    )

  it('a call of a tool waits for the person, with the arguments it runs with', async () => {
    const server = appServer({ html: calling('delete'), tools })
    await openAppChat(server, { asks: ['delete'] })
    const card = await screen.findByRole('group', { name: /^Allow delete/ })
    expect(within(card).getByText('7')).toBeVisible()
    expect(server.callTool).toHaveBeenCalledTimes(1)
    await passTime(600)
    await press(/^Allow once/)
    await expect.poll(() => server.found).toEqual([{ content: [{ type: 'text', text: 'delete ran' }] }])
    expect(server.callTool.mock.calls[1]?.[0]).toEqual({ name: 'delete', arguments: { id: 7 } })
  })

  it('a call that the person denies does not run, nor one that the gate refuses', async () => {
    const server = appServer({ html: calling('delete'), tools })
    await openAppChat(server, { asks: ['delete'] })
    await screen.findByRole('group', { name: /^Allow delete/ })
    await passTime(600)
    await press('Deny')
    await expect.poll(() => server.found).toMatchObject([{ isError: true }])
    closeAppChat()
    const gated = appServer({ html: calling('delete'), tools })
    await openAppChat(gated, {
      chat: {
        gateToolCalls: (batch) =>
          batch.map(({ call }) => ({ allow: call.function.name !== 'delete', reason: 'Not today.' })),
      },
    })
    await expect.poll(() => gated.found).toMatchObject([{ isError: true }])
    const ran = [...server.callTool.mock.calls, ...gated.callTool.mock.calls].map(([{ name }]) => name)
    expect(ran).not.toContain('delete')
  })

  it('a tool for the model only, or of nobody, is refused without asking', async () => {
    const server = appServer({ html: calling('secret'), tools })
    const chat = await openAppChat(server)
    await expect.poll(() => server.found).toMatchObject([{ error: { code: -32602 } }])
    expect(server.callTool.mock.calls.map(([{ name }]) => name)).toEqual(['show', 'report'])
    expect(chat.getConfig().tools?.map(({ name }) => name)).toEqual(['show', 'delete', 'secret'])
  })

  it('a page to open is a link that the person presses; other schemes are refused', async () => {
    const server = appServer({
      html: appPage(`start().then(async () => {
        await report(await ask('ui/open-link', { url: 'javascript:alert(1)' }));
        await report(await ask('ui/open-link', { url: 'https://depot.example/a?b=c' }));
      })`),
    })
    await openAppChat(server)
    const link = await screen.findByRole('link', { name: 'Open' })
    expect(link).toHaveAttribute('href', 'https://depot.example/a?b=c')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    expect(screen.getByText('https://depot.example/a?b=c')).toBeVisible()
    await passTime(600)
    await press('Refuse')
    await expect.poll(() => server.found).toEqual([{ isError: true }, { isError: true }])
  })

  it('a message is sent when the person says so, with what the app told the model', async () => {
    const server = appServer({
      html: appPage(`start().then(async () => {
        await ask('ui/update-model-context', { content: [{ type: 'text', text: 'Old' }] });
        await ask('ui/update-model-context', { content: [{ type: 'text', text: 'Row 7 is chosen' }] });
        await report(await ask('ui/message', { role: 'user', content: [{ type: 'text', text: 'Book row 7' }] }));
      })`),
    })
    const chat = await openAppChat(server, { more: [textAnswer('Booked.')] })
    const asked = await screen.findByRole('group', { name: 'The app wants to send this message as you.' })
    expect(within(asked).getByText('Book row 7')).toBeVisible()
    expect(screen.getByText('Row 7 is chosen')).toBeVisible()
    expect(screen.queryByText('Old')).toBe(null)
    await passTime(600)
    await userEvent.click(within(asked).getByRole('button', { name: 'Send' }))
    await expect.poll(() => server.found).toEqual([{}])
    const question = chat.store.getMessages().findLast(({ role }) => role === 'user')
    expect(JSON.stringify(question?.content)).toMatch(/Book row 7.*app of the tool show.*Row 7 is chosen/)
  })

  it('what it tells the model goes with the next message of the person, unless it is left out', async () => {
    const server = appServer({
      html: appPage(
        `start().then(() => ask('ui/update-model-context', { structuredContent: { row: 7 } })).then(report)`,
      ),
    })
    const transport = scriptedTransport([
      callsAnswer([{ id: 'c', name: 'show', args: {} }]),
      textAnswer('Done.'),
      textAnswer('Yes.'),
    ])
    const chat = await openAppChat(server, { chat: { transport } })
    expect(await screen.findByText('The app adds this to your next message.')).toBeVisible()
    await chat.send('What is chosen?')
    expect(JSON.stringify(transport.requests.at(-1))).toMatch(
      /What is chosen\?.*app of the tool show.*row.*7/,
    )
    await waitFor(() => expect(screen.queryByText('The app adds this to your next message.')).toBe(null))
  })
})

describe('the example apps of the specification', () => {
  it.each([
    ['server-basic-vanillajs', 'get-time', {}],
    ['server-budget-allocator', 'get-budget-data', {}],
  ])('%s runs, over HTTP', async (name, tool, args) => {
    const client = httpClient(inject('exampleServers')[name]!)
    const tools = await toolsFromMcp(client, { approval: 'never' })
    const offered = tools.find(({ mcp }) => mcp.name === tool)
    expect(offered?.app?.uri).toMatch(/^ui:/)
    const chat = createChat({
      model: 'm',
      scheduler: immediateScheduler,
      transport: scriptedTransport([
        callsAnswer([{ id: 'c', name: offered!.name, args }]),
        textAnswer('Done.'),
      ]),
      tools,
    })
    const heard: string[] = []
    const toolRenderers = mcpApps(tools, {
      onMessage: ({ from, message }) => heard.push(`${from} ${message['method'] ?? 'answer'}`),
    })
    render(
      <ChatProvider chat={chat}>
        <Chat style={{ height: 700 }} transcript={{ toolRenderers }} />
      </ChatProvider>,
    )
    await chat.send('Go')
    await expect
      .poll(() => heard)
      .toEqual(
        expect.arrayContaining([
          'app ui/initialize',
          'app ui/notifications/initialized',
          'host ui/notifications/tool-result',
          'app ui/notifications/size-changed',
        ]),
      )
    expect(frame()!.getBoundingClientRect().height).toBeGreaterThan(40)
  })
})
