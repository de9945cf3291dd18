// @module-tag hunt
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
    // The run begins a moment after the click: until then the page is as idle as after it.
    await expect.poll(() => results().length).toBe(3)
    await demo.settle()
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
})
