import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { configure, untilAnswerCounts, chooseOfApp, modelChip } from './demo-app.js'
import { serveBuiltDemo, type ServedDemo, type StrictPage } from './support/serve-built-demo.js'

let app: ServedDemo
let demo: StrictPage
const servers: Server[] = []

beforeAll(async () => {
  app = await serveBuiltDemo()
  demo = await app.open()
})
afterAll(async () => {
  await demo?.close()
  await app?.close()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})
beforeEach(() => demo.startOver())
afterEach(async () => {
  // Whatever a test did, the policy had nothing to refuse.
  expect(await demo.violations()).toEqual([])
})

/** A call that waits for a person is allowed, once the question may be answered. */
async function allow(tool: string): Promise<void> {
  const card = demo.page.getByRole('group', { name: new RegExp(`^Allow ${tool}`) })
  await untilAnswerCounts(card)
  await card.getByRole('button', { name: /Allow once/ }).click()
}

it('S43: the first load asks this server and nobody else', async () => {
  await modelChip(demo.page).getByText('antiphon-tour').waitFor()
  expect(demo.requests.length).toBeGreaterThan(3)
  expect(demo.requests.filter((request) => !request.split(' ')[1]!.startsWith(app.url))).toEqual([])
})

it(
  'formulas are set with files of the server; a diagram is drawn by mermaid itself, in a page of its own that comes with the first diagram and may ask for nothing',
  { tags: 'hunt' },
  async () => {
    const pages = () => demo.requests.filter((request) => request.includes('/diagram.html'))
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    expect(pages()).toEqual([])
    await demo.ask('Show me a formula')
    await demo.settle()
    await demo.answer.locator('.katex').nth(4).waitFor()
    expect(await demo.answer.locator('[data-slot="math-note"]').count()).toBe(0)
    const font = await demo.answer
      .locator('.katex')
      .first()
      .evaluate((formula) => getComputedStyle(formula).fontFamily)
    expect(font).toContain('KaTeX_Main')
    const image = demo.answer.locator('[data-slot="diagram"][data-state="drawn"] img')
    await image.waitFor()
    const svg = await image.evaluate(async (drawn: HTMLImageElement) => {
      await drawn.decode()
      const text = decodeURIComponent(drawn.src.slice(drawn.src.indexOf(',') + 1))
      const labels = text.match(/<text[^]*?<\/text>/g) ?? []
      return {
        isSeen: drawn.naturalWidth > 100,
        words: labels.map((label) => label.replace(/<[^>]*>/g, '')),
      }
    })
    expect(svg).toEqual({
      isSeen: true,
      words: expect.arrayContaining(['Request', 'Pool of 8', 'after 2 s', 'Timeout']),
    })
    expect(pages()).toHaveLength(1)
    const frame = demo.page.locator('iframe[data-slot="diagram-frame"]')
    expect(await frame.getAttribute('sandbox')).toBe('allow-scripts')
    const policy = (await fetch(`${app.url}diagram.html`)).headers.get('content-security-policy')!
    expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors 'self'; sandbox allow-scripts$/)
    expect(policy).not.toMatch(/connect-src|img-src|allow-same-origin|'self' /)
    // A script that a drawing brings into its document does not run: the page allows two scripts, by their content.
    const inner = demo.page.frames().find((one) => one.url().endsWith('/diagram.html'))!
    const ran = await inner.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'self.ran = true'
      document.body.append(script)
      return 'ran' in self
    })
    expect(ran).toBe(false)
    const [refused, ...others] = demo.problems.splice(0)
    expect(refused).toContain('inline script')
    expect(others).toEqual([])
  },
)

const threads = (...all: object[]): string =>
  JSON.stringify({ format: 'antiphon-threads', version: 1, threads: all })

describe('S42: the policy of the served page', () => {
  it('takes scripts from files of the server only, nothing inline, no eval, no objects, no frames around it', async () => {
    const response = await fetch(app.url)
    const policy = Object.fromEntries(
      response.headers
        .get('content-security-policy')!
        .split('; ')
        .map((directive) => {
          const [name = '', ...values] = directive.split(' ')
          return [name, values.join(' ')]
        }),
    )
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'form-action': "'none'",
    })
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    // Inline code would need the policy to be weaker than it is.
    expect(await response.text()).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|<style/i)
  })

  it.each([
    [
      'endpoints',
      { endpoints: ['https://api.example'] },
      "'self' https://api.example",
      "'self' data: blob: https://api.example",
    ],
    [
      'pictures',
      { endpoints: [], images: ['https://pics.example'] },
      "'self'",
      "'self' data: blob: https://pics.example",
    ],
  ])('a configuration that lists its %s closes the rest', async (_, config, connect, images) => {
    const { contentSecurityPolicy } = await import('@antiphon/server')
    expect(contentSecurityPolicy(config).split('; ')).toEqual(
      expect.arrayContaining([`connect-src ${connect}`, `img-src ${images}`]),
    )
  })
})

describe('under the policy', () => {
  it('answers, tools, thoughts, tables, code, themes and settings work', async () => {
    for (const question of [
      'What time is it in Oslo and Tokyo?',
      'Think about a puzzle first',
      'Show me an answer with a table',
      'Write some code',
    ]) {
      await demo.ask(question)
      await demo.settle()
    }
    await demo.page.getByRole('button', { name: 'Settings', exact: true }).click()
    await demo.page.getByRole('dialog').waitFor()
    await demo.page.keyboard.press('Escape')
    expect(await demo.page.locator('[data-slot="turn"][data-role="assistant"]').count()).toBe(4)
  })

  it('code of a model runs in its sandbox, and reaches nothing from there', { tags: 'hunt' }, async () => {
    await demo.ask('Ask me before it runs code')
    await allow('run_javascript')
    // The run begins a moment after the click: until then the page is as idle as after it.
    await expect.poll(() => demo.answer.innerText()).toContain('129')
    const sandbox = await fetch(`${app.url}sandbox.html`)
    const policy = sandbox.headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain('sandbox allow-scripts')
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).not.toMatch(/connect-src|allow-same-origin/)
  })

  it('files that one attaches are shown, and queried in a worker', { tags: 'hunt' }, async () => {
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    await demo.page
      .locator('input[type="file"]')
      .first()
      .setInputFiles([
        { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') },
        { name: 'boats.json', mimeType: 'application/json', buffer: Buffer.from('{"boats":["Alma"]}') },
      ])
    await demo.page.getByText('boats.json').first().waitFor()
    await demo.page.locator('[data-slot="send"]:not([aria-disabled])').waitFor()
    await demo.ask('call query_json {"query":"$.boats[0]"}')
    await demo.settle()
    await expect.poll(() => demo.answer.innerText()).toContain('Alma')
  })

  it(
    'what is loaded when it is opened comes from this server too: commands, the wire, the viewer with its worker',
    { tags: 'hunt' },
    async () => {
      const { page } = demo
      await demo.ask('Convert 26.2 miles to km')
      await demo.settle()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Wire', exact: true }).click()
      await page.getByRole('tree', { name: 'Rows of the stream' }).waitFor()

      await page.getByRole('button', { name: 'Transcripts' }).click()
      const dialog = page.getByRole('region', { name: 'Transcripts' })
      const transcript = [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: 'Hello from a file.' },
      ]
      await dialog.getByLabel('Or paste').fill(JSON.stringify(transcript))
      await dialog.getByRole('button', { name: 'Open pasted text' }).click()
      await dialog.getByText('Hello from a file.').first().waitFor()
      expect(
        demo.requests.filter((request) => !/^\w+ (?:blob|data):/.test(request) && !request.includes(app.url)),
      ).toEqual([])
    },
  )

  it(
    'S48: files of threads that were made to do harm are refused in words, or are text',
    { tags: 'hunt' },
    async () => {
      const { page } = demo
      const script = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>'
      const node = {
        v: 1,
        threadId: 't',
        id: 'n',
        parent: null,
        order: 1,
        message: { id: 'n', role: 'user', content: script },
      }
      const thread = { v: 1, id: 't', title: script, createdAt: 1, updatedAt: 1, chosen: ['n', 'm'] }
      const files = [
        ['no JSON', '<script>window.ran=1</script>', /JSON/],
        ['another format', '{"format":"x","__proto__":{"polluted":1}}', /not a file of Antiphon threads/],
        ['a newer version', '{"format":"antiphon-threads","version":9999,"threads":[]}', /newer/i],
        [
          'a cycle of parents',
          threads({ thread, nodes: [{ ...node, parent: 'n' }] }),
          /^1 conversation imported/,
        ],
        [
          'no messages',
          threads({
            thread: { ...thread, constructor: { prototype: { polluted: 1 } } },
            nodes: [{}, null, 7],
          }),
          /skipped/,
        ],
        [
          'markup and addresses that run',
          threads({
            thread,
            nodes: [
              node,
              {
                ...node,
                id: 'm',
                parent: 'n',
                order: 2,
                message: { id: 'm', role: 'assistant', content: `[x](javascript:window.ran=1) ${script}` },
              },
            ],
          }),
          /^1 conversation imported\.$/,
        ],
      ] as const
      for (const [name, text, words] of files) {
        const [chooser] = await Promise.all([page.waitForEvent('filechooser'), chooseOfApp(page, 'Import')])
        await chooser.setFiles({
          name: `${name}.json`,
          mimeType: 'application/json',
          buffer: Buffer.from(text),
        })
        await page.getByText(words).first().waitFor()
      }
      await demo.answer.getByText('onerror').waitFor()
      expect(
        await page.evaluate(() => [
          (window as unknown as { ran?: number }).ran,
          ({} as { polluted?: number }).polluted,
        ]),
      ).toEqual([undefined, undefined])
      expect(
        demo.requests.filter(
          (request) =>
            !/^(?:blob|data):/.test(request.split(' ')[1]!) && !request.split(' ')[1]!.startsWith(app.url),
        ),
      ).toEqual([])
    },
  )

  it('S47: what a server puts into its stream is data: nothing of it runs, opens an address or changes a setting', async () => {
    const asked: string[] = []
    const frames = [
      'event: open\ndata: {"url":"https://evil.example/a"}',
      'event: settings\ndata: {"baseUrl":"https://evil.example/v1","key":"x"}',
      'event: script\ndata: <script>window.ran = 1</script>',
      'retry: 1\nid: <img src=x onerror=window.ran=1>',
      'data: {"type":"navigate","url":"https://evil.example/b","settings":{"model":"evil"}}',
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: '<img src=x onerror="window.ran=1"><script>window.ran=1</script>\n\n[go](javascript:window.ran=1) ![x](https://evil.example/c)\n\n<meta http-equiv="refresh" content="0;url=https://evil.example/d"><iframe src="https://evil.example/e"></iframe>', __proto__x: 1 } }] })}`,
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], model: '<script>window.ran=1</script>' })}`,
      'data: [DONE]',
    ]
    const server = createServer((req, res) => {
      asked.push(`${req.method} ${req.url}`)
      res.setHeader('access-control-allow-origin', '*')
      res.setHeader('access-control-allow-headers', '*')
      res.setHeader('refresh', '0;url=https://evil.example/f')
      if (req.method === 'OPTIONS') return void res.writeHead(204).end()
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      res.end(`${frames.join('\n\n')}\n\n`)
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await configure(demo, { baseUrl: `${origin}/v1`, model: 'm' })
    const address = demo.page.url()
    await demo.ask('hi')
    await demo.settle()
    // The answer is there, as text.
    await demo.answer.getByText('onerror').first().waitFor()
    expect(await demo.page.evaluate(() => (window as unknown as { ran?: number }).ran)).toBeUndefined()
    expect(demo.page.url().split('#')[0]).toBe(address.split('#')[0])
    expect(demo.page.context().pages()).toHaveLength(1)
    expect(demo.requests.filter((request) => request.includes('evil.example'))).toEqual([])
    const stored = await demo.page.evaluate(() => JSON.stringify(localStorage))
    expect(stored).toContain(origin)
    expect(stored).not.toContain('evil')
    expect(asked).toContain('POST /v1/chat/completions')
  })
})

it('S42: the policy holds: code that somebody gets into the page does not run, and a page of its own cannot be sent away', async () => {
  const ran = await demo.page.evaluate(async () => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.body.append(script)
    const image = document.createElement('div')
    image.innerHTML = '<img src="/none" onerror="window.ran = true">'
    document.body.append(image)
    // The handler would run before this listener, which was added later, gets the error of the broken picture.
    await new Promise((resolve) => image.firstElementChild!.addEventListener('error', resolve))
    let evaluated = 'refused'
    try {
      // oxlint-disable-next-line no-eval
      evaluated = String((0, eval)('1'))
    } catch {
      // As it should be.
    }
    return [(window as unknown as { ran?: boolean }).ran ?? false, evaluated]
  })
  expect(ran).toEqual([false, 'refused'])
  expect((await demo.violations()).length).toBeGreaterThan(0)
  demo.problems.length = 0
  await demo.page.reload()
  await demo.box.waitFor()
})
