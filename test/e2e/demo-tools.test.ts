import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startDemo, untilAnswerCounts, type DemoApp, type DemoPage } from './demo-app.js'
import { storedText } from './support/stored-text.js'

let app: DemoApp
let demo: DemoPage
/** The bodies of the chat requests, in order. */
let sent: { messages: { role: string; content: unknown }[] }[]

beforeAll(async () => {
  app = await startDemo(0)
  demo = await app.open()
  demo.page.on('request', (request) => {
    if (request.url().endsWith('/chat/completions'))
      sent.push(request.postDataJSON() as (typeof sent)[number])
  })
})
afterAll(async () => {
  await demo?.close()
  await app?.close()
})
beforeEach(async () => {
  await demo.startOver()
  sent = []
})

const card = (tool: string) => demo.page.getByRole('group', { name: new RegExp(`^Allow ${tool}`) })
const results = () => sent.at(-1)!.messages.filter(({ role }) => role === 'tool')
const asked = (tool: string) => untilAnswerCounts(card(tool))
const states = () =>
  demo.answer
    .locator('[data-slot="tool-call"]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-state')))

describe('a JSON file that the user attached', () => {
  const boats = JSON.stringify({
    boats: [
      { name: 'Alma', length: 9.5 },
      { name: 'Bris', length: 12 },
      { name: `${'a'.repeat(60)}!`, length: 7 },
    ],
  })
  const attach = async () => {
    const file = { name: 'boats.json', mimeType: 'application/json', buffer: Buffer.from(boats) }
    await demo.page.locator('input[type="file"]').first().setInputFiles(file)
    await demo.page.getByText('boats.json').first().waitFor()
    await demo.page.locator('[data-slot="send"]:not([aria-disabled])').waitFor()
  }

  it('is queried in the page, and the model gets what was found', async () => {
    await attach()
    await demo.ask('call query_json {"query":"$.boats[?@.length>8].name"}')
    await demo.settle()
    expect(JSON.parse(String(results()[0]!.content))).toEqual(['Alma', 'Bris'])
    await expect.poll(() => demo.answer.innerText()).toContain('Alma, Bris')
    expect(await states()).toEqual(['done'])
  })

  it('a query that would never end is ended, and the page goes on meanwhile', { tags: 'hunt' }, async () => {
    await attach()
    // A pattern that tries every way to cut sixty letters.
    await demo.ask('call query_json {"query":"$.boats[?match(@.name,\\"(a|a|aa)+\\")]"}')
    await demo.page.locator('[data-slot="tool-call"][data-state="running"]').waitFor()
    expect(await demo.page.evaluate(() => 1 + 1)).toBe(2)
    await demo.stop()
    await demo.settle()
    expect(await states()).toEqual(['cancelled'])
    expect(sent).toHaveLength(1)
  })
})

describe('three calls of one answer, by keyboard alone', () => {
  it('one fails, one waits, the page is reloaded while it waits, and the reason of a denial is in the next request', async () => {
    await demo.ask('Ask me before it runs code')
    await asked('run_javascript')
    // A reload may lose the last second of what has arrived, so wait until it is stored.
    await expect.poll(() => storedText(demo.page)).toContain('primes.push(n)')
    await demo.page.reload()
    await asked('run_javascript')
    // One call of the batch is not run before the question is answered, and nothing of it is lost.
    expect(sent).toHaveLength(1)
    expect(await demo.answer.locator('[data-slot="tool-call"]').count()).toBe(3)

    // From the message box backwards to the question, as somebody without a mouse goes.
    await demo.box.focus()
    const deny = card('run_javascript').getByRole('button', { name: 'Deny with a reason' })
    for (
      let presses = 0;
      presses < 40 && !(await deny.evaluate((it) => it === document.activeElement));
      presses++
    )
      await demo.page.keyboard.press('Shift+Tab')
    await demo.page.keyboard.press('Enter')
    const reason = card('run_javascript').getByRole('textbox')
    await expect.poll(() => reason.evaluate((field) => field === document.activeElement)).toBe(true)
    await demo.page.keyboard.type('Not on a Friday.')
    await demo.page.keyboard.press('Enter')
    // The run begins a moment after the key: until then the page is as idle as after it.
    await expect.poll(states).toEqual(['done', 'error', 'denied'])
    await expect.poll(() => sent.length).toBe(2)
    await demo.settle()
    expect(
      results()
        .map(({ content }) => String(content))
        .at(-1),
    ).toBe('Tool execution denied by the user. Reason: Not on a Friday.')
    await expect.poll(() => demo.answer.innerText()).toContain('Not on a Friday.')
    expect(sent).toHaveLength(2)
  })
})
