/** The MCP servers of the demo's settings: under its policy, with servers of the official SDK on loopback. */
import { createEndpoint, type Scenario } from '@antiphon/endpoint'
import { serveEndpoint, type ServedEndpoint } from '@antiphon/endpoint/node'
import type { McpServer } from '@modelcontextprotocol/server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { serveAuthorization, type AuthorizationServer } from '../integration/support/authorization-server.js'
import { closeV2Servers, serveV2 } from '../integration/support/mcp-v2-server.js'
import { configure, openSettings, untilAnswerCounts } from './demo-app.js'
import { serveBuiltDemo, type ServedDemo, type StrictPage } from './support/serve-built-demo.js'

const KEY = 'mcp-secret-57f1'
const APP = 'ui://depot/app.html'
const TYPE = 'text/html;profile=mcp-app'

/** Says what it was given, and that it is there, as an app of the specification does. */
const page = `<!doctype html><p id="p">An app</p><script>
  const say = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  addEventListener('message', ({ data }) => {
    if (data.id === 1) say({ method: 'ui/notifications/initialized' })
    if (data.method === 'ui/notifications/tool-result') p.textContent = 'App: ' + data.params.content[0].text
  })
  say({ id: 1, method: 'ui/initialize', params: { appInfo: { name: 'depot', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26' } })
</script>`

/** Calls the tool that the prompt names, with the rest of the prompt as its arguments. */
const caller: Scenario = {
  id: 'caller',
  description: 'Calls what the prompt names.',
  *play({ prompt, outcomes }) {
    const [, name, args = '{}'] = /^call (\S+) ?(.*)$/.exec(prompt) ?? []
    if (name && outcomes.length === 0) yield { type: 'calls', calls: [{ name, arguments: args }] }
    else yield { type: 'text', text: `It says: ${outcomes.map(({ content }) => content).join()}` }
  },
}

function fill(server: McpServer): void {
  server.registerTool(
    'count',
    { description: 'Counts boxes.', inputSchema: z.object({ shelf: z.string() }) },
    ({ shelf }) => ({ content: [{ type: 'text', text: `12 boxes on ${shelf}` }] }),
  )
  server.registerTool('show', { _meta: { ui: { resourceUri: APP } } }, () => ({
    content: [{ type: 'text', text: 'shelf A' }],
  }))
  server.registerResource('app', APP, { mimeType: TYPE }, () => ({
    contents: [{ uri: APP, mimeType: TYPE, text: page }],
  }))
}

let app: ServedDemo
let demo: StrictPage
let model: ServedEndpoint
/** The settings that the browser keeps before a test adds to them. */
let settings: [string, string][]
beforeAll(async () => {
  app = await serveBuiltDemo()
  model = await serveEndpoint(createEndpoint({ models: [caller], speed: 0 }))
  demo = await app.open()
  await configure(demo, { baseUrl: model.url, model: 'caller' })
  settings = await demo.page.evaluate(() => Object.entries(localStorage) as [string, string][])
})
afterAll(async () => {
  await demo?.close()
  await app?.close()
  await model?.close()
})
beforeEach(async () => {
  await demo.page.goto(app.url)
  await demo.box.waitFor()
})
afterEach(async () => {
  // Away from the app, which could write what is taken back here.
  await demo.page.goto(`${app.url}mark.svg`)
  await demo.page.evaluate((before) => {
    localStorage.clear()
    sessionStorage.clear()
    for (const [name, value] of before) localStorage.setItem(name, value)
  }, settings)
  await closeV2Servers()
  expect(demo.problems).toEqual([])
})

const dialog = () => demo.page.getByRole('dialog')
const openServers = async () => {
  await openSettings(demo.page)
  await dialog().getByRole('button', { name: 'Tools' }).click()
}
const row = (name: string) => dialog().getByRole('group', { name, exact: true })
const add = async (url: URL, name: string, more: { key?: string } = {}) => {
  demo.allow(url.origin)
  await dialog().getByRole('button', { name: 'Add a server' }).click()
  const form = dialog().getByRole('group', { name: 'Add a server' })
  await form.getByLabel('Address').fill(url.href)
  await form.getByLabel('Name').fill(name)
  if (more.key) await form.getByLabel('Key', { exact: true }).fill(more.key)
  // Enter saves the server and leaves the settings open.
  await form.getByLabel('Name').press('Enter')
  await row(name).waitFor()
}
const closeSettings = async () => {
  await demo.page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
}
const allow = async (tool: string) => {
  const card = demo.page.getByRole('group', { name: new RegExp(`^Allow ${tool}`) })
  await untilAnswerCounts(card)
  await card.getByRole('button', { name: /^Allow once/ }).click()
}

describe('MCP servers in the settings', () => {
  it('are added, kept over a reload, take part in a chat with approvals, and are switched off', async () => {
    const { url } = await serveV2(fill)
    await openServers()
    await add(url, 'Depot')
    await row('Depot').getByText('Connected · 2 tools').waitFor()
    await closeSettings()
    await demo.ask('call depot_count {"shelf":"A"}')
    await allow('depot_count')
    await demo.answer.getByText('It says: 12 boxes on A').waitFor()

    await demo.page.reload()
    await demo.box.waitFor()
    await openServers()
    await row('Depot').getByText('Connected · 2 tools').waitFor()
    await dialog().getByRole('checkbox', { name: 'Use Depot' }).uncheck()
    await row('Depot').getByText('Off', { exact: true }).waitFor()
    await closeSettings()
    await demo.ask('call depot_count {"shelf":"B"}')
    await demo.answer.getByText(/It says: .*depot_count/).waitFor()
    expect(await demo.violations()).toEqual([])
  })

  it(
    'a tool with an app is shown by it, in a page of its own that has no origin',
    { tags: 'hunt' },
    async () => {
      const { url } = await serveV2(fill)
      await openServers()
      await add(url, 'Depot')
      await row('Depot').getByText('Connected · 2 tools').waitFor()
      await closeSettings()
      await demo.ask('call depot_show')
      await allow('depot_show')
      const outer = demo.page.frameLocator('[data-slot="mcp-app-frame"]')
      await outer.frameLocator('iframe').getByText('App: shelf A').waitFor()
      const frame = demo.page.locator('[data-slot="mcp-app-frame"]')
      expect(await frame.getAttribute('src')).toBe(`${app.url}app-frame.html`)
      expect(await frame.getAttribute('sandbox')).toBe('allow-scripts')
      await demo.page.getByRole('button', { name: /^\d+ messages$/ }).click()
      await demo.page
        .getByRole('group', { name: /^Messages of the app of / })
        .getByText('ui/notifications/initialized')
        .waitFor()
      expect(await demo.violations()).toEqual([])
    },
  )

  it(
    'say in words why they are not connected, and keep a key as keys are kept',
    { tags: 'hunt' },
    async () => {
      const asked: (string | undefined)[] = []
      const { url } = await serveV2(fill, (request) => {
        asked.push(request.headers.get('authorization') ?? undefined)
        return asked.at(-1) === `Bearer ${KEY}`
          ? undefined
          : new Response('{}', { status: 401, headers: { 'www-authenticate': 'Bearer' } })
      })
      const broken = await serveV2(fill, () => new Response('gone', { status: 404 }))
      await openServers()
      await add(url, 'Locked')
      await row('Locked').getByText('Needs a login').waitFor()
      await add(broken.url, 'Broken')
      await row('Broken').getByText('The server answers with HTTP 404.').waitFor()
      await add(new URL('http://127.0.0.1:9/mcp'), 'Absent')
      await row('Absent')
        .getByText(/^Not reachable\. It does not run/)
        .waitFor()

      await row('Locked').getByRole('button', { name: 'Edit Locked' }).click()
      const form = dialog().getByRole('group', { name: 'Edit', exact: true })
      await form.getByLabel('For this tab').check()
      await form.getByLabel('Key', { exact: true }).fill(KEY)
      await form.getByRole('button', { name: 'Save the server' }).click()
      await row('Locked').getByText('Connected · 2 tools').waitFor()
      const stores = await demo.page.evaluate(() => ({
        tab: JSON.stringify(sessionStorage),
        browser: JSON.stringify(localStorage),
      }))
      expect(stores.tab).toContain(KEY)
      expect(stores.browser).not.toContain(KEY)
      expect(await dialog().innerHTML()).not.toContain(KEY)
      // Nothing was asked with the key but its own server.
      expect(asked).toContain(`Bearer ${KEY}`)
      await row('Locked').getByRole('button', { name: 'Remove Locked' }).click()
      await row('Locked').waitFor({ state: 'detached' })
      expect(await demo.page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(KEY)
    },
  )
})

describe('prompts and resources of a connected server', { tags: 'hunt' }, () => {
  const choose = async (typed: string, name: RegExp) => {
    await demo.page.keyboard.press('Control+k')
    const palette = demo.page.getByRole('dialog', { name: 'Commands' })
    await palette.getByRole('combobox').fill(typed)
    await palette.getByRole('option', { name }).click()
  }

  it('are in the palette: a prompt asks for its arguments, its last message waits in the box; a resource is attached', async () => {
    const { url } = await serveV2((server) => {
      server.registerPrompt(
        'stocktake',
        { title: 'Stocktake', argsSchema: z.object({ shelf: z.string().describe('Which shelf') }) },
        ({ shelf }) => ({
          messages: [
            { role: 'user', content: { type: 'text', text: 'You count boxes.' } },
            { role: 'assistant', content: { type: 'text', text: 'Which ones?' } },
            { role: 'user', content: { type: 'text', text: `Those on ${shelf}` } },
          ],
        }),
      )
      server.registerPrompt('broken', {}, () => {
        throw new Error('The depot is closed.')
      })
      server.registerResource('notes', 'file:///depot/notes.md', { mimeType: 'text/markdown' }, () => ({
        contents: [{ uri: 'file:///depot/notes.md', mimeType: 'text/markdown', text: '# Boxes' }],
      }))
    })
    await openServers()
    await add(url, 'Depot')
    await row('Depot').getByText('Connected · 0 tools').waitFor()
    await closeSettings()

    await choose('stocktake', /^Stocktake · prompt of Depot/)
    const question = demo.page.getByRole('dialog', { name: 'Stocktake' })
    await question.getByLabel('shelf').fill('shelf A')
    await untilAnswerCounts(question.getByRole('group'))
    await question.getByLabel('shelf').press('Enter')
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => demo.box.inputValue()).toBe('Those on shelf A')
    const turns = demo.page.locator('main [data-slot="turn"]')
    await expect.poll(() => turns.count()).toBe(2)
    expect((await turns.allInnerTexts()).join()).toMatch(/You count boxes\.[^]*Which ones\?/)

    await choose('notes', /^Attach notes · Depot/)
    await demo.page.locator('#message').getByText('notes.md').waitFor()
    await choose('broken', /^broken · prompt of Depot/)
    const failed = demo.page.getByRole('dialog', { name: 'broken' })
    await failed.getByText(/^Failed: .*The depot is closed/).waitFor()
    await failed.getByRole('button', { name: 'Close' }).click()
    expect(await demo.box.inputValue()).toBe('Those on shelf A')
    await demo.box.press('Enter')
    await demo.answer.getByText('It says:').waitFor()
    expect(await demo.violations()).toEqual([])
  })
})

describe('a server that wants a login', { tags: 'hunt' }, () => {
  let authorization: AuthorizationServer
  afterEach(() => authorization.close())

  const stores = () => demo.page.evaluate(() => JSON.stringify(sessionStorage) + JSON.stringify(localStorage))
  /** Presses Log in, and a link of the page that opens. */
  const logIn = async (press: 'Allow' | 'Deny') => {
    const [window] = await Promise.all([
      demo.page.context().waitForEvent('page'),
      row('Depot').getByRole('button', { name: 'Log in to Depot' }).click(),
    ])
    await row('Depot').getByText('Waiting for the login in the other window…').waitFor()
    await window.getByRole('link', { name: press }).click()
    return window
  }
  const start = async (options?: { registers?: boolean }) => {
    authorization = await serveAuthorization(options)
    // The worker answers the window that comes back from a page of somebody else.
    await demo.page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
    const { url } = await serveV2(fill, authorization.guard)
    demo.allow(authorization.issuer)
    await openServers()
    await add(url, 'Depot')
    await row('Depot').getByText('Needs a login').waitFor()
  }
  const keepInTab = async () => {
    await row('Depot').getByRole('button', { name: 'Edit Depot' }).click()
    const form = dialog().getByRole('group', { name: 'Edit', exact: true })
    await form.getByLabel('For this tab').check()
    await form.getByRole('button', { name: 'Save the server' }).click()
    await row('Depot').getByText('Needs a login').waitFor()
  }

  it('gets one in a window, refreshes it by itself, keeps it where keys are kept, and forgets it', async () => {
    await start()
    // Nobody is registered anywhere before the person has pressed the button.
    expect(authorization.asked).toEqual([])
    await keepInTab()
    await logIn('Allow')
    await row('Depot').getByText('Connected · 2 tools').waitFor()
    expect(authorization.asked.filter((one) => one.startsWith('POST'))).toEqual([
      'POST /register',
      'POST /token authorization_code',
    ])
    await closeSettings()

    authorization.expire()
    await demo.ask('call depot_count {"shelf":"A"}')
    await allow('depot_count')
    await demo.answer.getByText('It says: 12 boxes on A').waitFor()
    expect(authorization.asked.at(-1)).toBe('POST /token refresh_token')

    await demo.page.reload()
    await demo.box.waitFor()
    await openServers()
    await row('Depot').getByText('Connected · 2 tools').waitFor()
    expect(await stores()).toContain('rt-')
    expect(await demo.page.evaluate(() => JSON.stringify(localStorage))).not.toContain('rt-')
    await row('Depot').getByRole('button', { name: 'Log out of Depot' }).click()
    await row('Depot').getByText('Needs a login').waitFor()
    expect(await stores()).not.toMatch(/[ar]t-/)
    expect(await demo.violations()).toEqual([])
  })

  it('that is refused says so, and one that can be renewed no more is asked for again', async () => {
    await start()
    await logIn('Deny')
    await row('Depot').getByText('The login failed: The person said no.').waitFor()
    await logIn('Allow')
    await row('Depot').getByText('Connected · 2 tools').waitFor()
    // The page that begins it keeps a login in memory only.
    expect(await stores()).not.toMatch(/[ar]t-/)
    await closeSettings()
    authorization.revoke()
    await demo.ask('call depot_count {"shelf":"A"}')
    await allow('depot_count')
    await demo.answer.getByText(/^It says: .*(?:Unauthorized|log ?in)/i).waitFor()
    await openServers()
    await row('Depot').getByText('Needs a login').waitFor()
  })

  it('of a server that registers nobody is a failure in words', async () => {
    await start({ registers: false })
    await row('Depot').getByRole('button', { name: 'Log in to Depot' }).click()
    await row('Depot')
      .getByText(/^The login failed: .*registration/i)
      .waitFor()
  })

  it('is given to nobody when the page that began it is gone', async () => {
    await start()
    const page = await demo.page.context().newPage()
    await page.goto(`${app.url}?code=stolen&state=mcp-of-somebody-else`)
    await page.getByText('The page that began this login is no longer open.').waitFor()
    expect(page.url()).toBe(app.url)
    await row('Depot').getByText('Needs a login').waitFor()
  })
})
