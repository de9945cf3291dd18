import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startDemo, untilAnswerCounts, type DemoApp, type DemoPage } from './demo-app.js'

let app: DemoApp
let demo: DemoPage
/** The bodies of the chat requests, in order. */
let sent: { messages: { role: string; content: unknown; tool_call_id?: string }[] }[]

beforeAll(async () => {
  app = await startDemo(0)
})
afterAll(() => app?.close())
beforeEach(async () => {
  demo = await app.open()
  sent = []
  demo.page.on('request', (request) => {
    if (request.url().endsWith('/chat/completions'))
      sent.push(request.postDataJSON() as (typeof sent)[number])
  })
})
afterEach(() => demo.close())

const QUESTION = 'Ask me before it runs code'
const card = () => demo.page.getByRole('group', { name: /^Allow run_javascript/ })
const results = () => sent.at(-1)!.messages.filter(({ role }) => role === 'tool')
const asked = async () => {
  await demo.ask(QUESTION)
  await untilAnswerCounts(card())
}

describe('a call that a person has to allow', () => {
  it('stands open beside the other calls, runs in the sandbox when Y is pressed, and its result goes on', async () => {
    await asked()
    const rows = demo.answer.locator('[data-slot="tool-call"]')
    expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-state')))).toContain(
      'awaiting',
    )
    expect(await card().innerText()).toContain('primes.push(n)')
    expect(await demo.page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
    expect(sent).toHaveLength(1)

    await card().focus()
    await demo.page.keyboard.press('y')
    await demo.settle()
    expect(await demo.answer.innerText()).toContain('129')
    expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-state')))).toEqual([
      'done',
      'error',
      'done',
    ])
    expect(results()).toHaveLength(3)
    expect(String(results()[2]!.content)).toContain('The first ten primes: 2, 3, 5')
  })

  it('denied with a reason is not run, and the next request has the reason', async () => {
    await asked()
    await card().getByRole('button', { name: 'Deny with a reason' }).click()
    const reason = card().getByRole('textbox')
    await expect.poll(() => reason.evaluate((field) => field === document.activeElement)).toBe(true)
    await demo.page.keyboard.type('Use the calculator instead.')
    await demo.page.keyboard.press('Enter')
    await demo.settle()
    expect(results()[2]!.content).toBe(
      'Tool execution denied by the user. Reason: Use the calculator instead.',
    )
    expect(await demo.answer.innerText()).toContain('Use the calculator instead.')
    const row = demo.answer.locator('[data-slot="tool-call"][data-tool="run_javascript"]')
    expect(await row.getAttribute('data-state')).toBe('denied')
    await expect.poll(() => demo.box.evaluate((box) => box === document.activeElement)).toBe(true)
  })

  it('changed code is shown as a change, and it is the changed code that runs', async () => {
    await asked()
    await card().getByRole('button', { name: 'Edit' }).click()
    const field = demo.page.getByRole('textbox', { name: 'code' })
    expect(await field.inputValue()).toContain('const primes = []\n')
    await field.fill('return 6 * 7')
    await card().getByRole('button', { name: 'Use these arguments' }).click()
    await card().getByRole('group', { name: 'Changed by you' }).waitFor()
    await untilAnswerCounts(card())
    await card()
      .getByRole('button', { name: /Allow once/ })
      .click()
    await demo.settle()
    expect(String(results()[2]!.content)).toContain('"returned":"42"')
  })

  it('allowed for the chat it is not asked again until that is taken back', async () => {
    await asked()
    await card().getByRole('button', { name: 'Allow in this chat' }).click()
    await demo.settle()
    await demo.ask(QUESTION)
    await demo.settle()
    expect(sent).toHaveLength(4)
    await demo.page.getByRole('button', { name: 'Ask again before run_javascript runs' }).click()
    await demo.ask(QUESTION)
    await card().waitFor()
    await demo.stop()
    await demo.settle()
    await card().waitFor({ state: 'detached' })
  })

  it('is pointed at when it is out of sight, and only then', async () => {
    await demo.ask('Show me an answer with a table')
    await demo.settle()
    await asked()
    const pill = demo.page.getByRole('button', { name: 'Approval needed' })
    expect(await pill.count()).toBe(0)
    await demo.page.locator('[data-slot="viewport"]').evaluate((viewport) => (viewport.scrollTop = 0))
    await pill.waitFor()
    await pill.click()
    await pill.waitFor({ state: 'detached' })
    expect(await card().isVisible()).toBe(true)
  })

  it('a double click runs it once', async () => {
    await asked()
    await card()
      .getByRole('button', { name: /Allow once/ })
      .dblclick()
    await demo.settle()
    expect(sent).toHaveLength(2)
    expect(results()).toHaveLength(3)
  })
})

describe('code in the sandbox', () => {
  const run = async (code: string): Promise<string> => {
    await asked()
    await card().getByRole('button', { name: 'Edit' }).click()
    await demo.page.getByRole('textbox', { name: 'code' }).fill(code)
    await card().getByRole('button', { name: 'Use these arguments' }).click()
    await card().getByRole('group', { name: 'Changed by you' }).waitFor()
    await untilAnswerCounts(card())
    // Nothing is allowed that was not seen to its end.
    await card()
      .locator('[data-slot="approval-arguments"]')
      .evaluate((box) => box.scrollTo(0, box.scrollHeight))
    await card()
      .getByRole('button', { name: /Allow once/ })
      .click()
    await demo.page.locator('form[data-slot="composer"][data-state="idle"]').waitFor()
    return String(results()[2]!.content)
  }

  it('reaches neither the network nor the page', async () => {
    const result = await run(
      `const tries = [() => fetch('${app.url}'), () => importScripts('${app.url}'), () => document.title, () => localStorage.length]
       const said = []
       for (const attempt of tries) said.push(await Promise.resolve().then(attempt).then(() => 'reached', (e) => e.name))
       return said.join()`,
    )
    expect(result).toContain('{"returned":"TypeError,NetworkError,ReferenceError,ReferenceError"}')
  })

  it('that returns too much is a failure that says how much', async () => {
    expect(await run('return "x".repeat(300e6)')).toContain(
      'The code returned 300000000 characters; 1000000 is the most that is read. Return less.',
    )
  })

  it('that never ends is ended after its time, and the page goes on', async () => {
    expect(await run('for (;;) {}')).toMatch(/10 s|10,?000|time/i)
    expect(await demo.page.locator('iframe').count()).toBe(0)
  })
})
