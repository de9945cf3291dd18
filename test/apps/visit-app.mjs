// Opens an app in the browser, asks something and says what it found.
import { KEY } from './serve-app.mjs'

/** The address that the examples have in their code. */
const WRITTEN = 'http://localhost:11434/v1'
/** A host of a local network, as somebody without a certificate reaches it. The browser takes it to this machine. */
const LAN = 'devbox.test'
export const LAN_RULE = `--host-resolver-rules=MAP ${LAN} 127.0.0.1`
/** The last words of the long answer. */
const LAST = /limit 5;/

/** Returns the look of each element of the kit, without styles that depend on its place and size. Runs in the page. */
function looks() {
  const names = [
    'color',
    'backgroundColor',
    'fontSize',
    'fontWeight',
    'fontFamily',
    'lineHeight',
    'letterSpacing',
    'textTransform',
    'display',
    'listStyleType',
    'borderTopWidth',
    'borderTopStyle',
    'borderTopColor',
    'borderTopLeftRadius',
    'boxSizing',
    'paddingTop',
    'paddingLeft',
    'marginTop',
    'marginBottom',
    'cursor',
    'whiteSpace',
    'textDecorationLine',
  ]
  const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const painted = new Map()
  // Bundlers write a colour in other words, such as lab() for oklch(): what it is on the screen counts.
  const shown = (color) => {
    if (!painted.has(color)) {
      paint.clearRect(0, 0, 1, 1)
      paint.fillStyle = color
      paint.fillRect(0, 0, 1, 1)
      painted.set(color, `rgba(${[...paint.getImageData(0, 0, 1, 1).data].join()})`)
    }
    return painted.get(color)
  }
  // Minifiers write the result of a calculation with five digits.
  const rounded = (value) =>
    value.replace(/\d+\.\d+(?=px)/g, (number) => String(Math.round(number * 10) / 10))
  const roots = []
  const search = (node) => {
    for (const element of node.querySelectorAll('*')) {
      if (element.matches('[data-antiphon-root]') && !element.parentElement?.closest('[data-antiphon-root]'))
        roots.push(element)
      if (element.shadowRoot) search(element.shadowRoot)
    }
  }
  search(document)
  // The question and its answer: an app may have had messages before.
  const isEarlier = (element) => {
    const turn = element.closest('[data-slot="turn"]')
    return turn && ![...turn.getRootNode().querySelectorAll('[data-slot="turn"]')].slice(-2).includes(turn)
  }
  return roots.flatMap((top) =>
    [top, ...top.querySelectorAll('*:not(svg *)')]
      .filter((element) => !isEarlier(element))
      .map((element) => {
        const style = getComputedStyle(element)
        const what = element.localName + (element.dataset.slot ? `[${element.dataset.slot}]` : '')
        return [
          what,
          ...names.map(
            (name) => `${name}: ${/color$/i.test(name) ? shown(style[name]) : rounded(style[name])}`,
          ),
        ]
      }),
  )
}

/** Lists problems on a page that must not be a secure context, and where copying code has to work all the same. */
async function copyWithoutTls(page, box) {
  const has = await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto, 'clipboard' in navigator])
  if (has.includes(true)) return ['the page is a secure context']
  const code = page.locator('[data-slot="code-block"]').last()
  const text = (await code.locator('pre').textContent()).trim()
  await code.getByRole('button', { name: /^Copy/ }).click()
  await box.press('ControlOrMeta+v')
  const pasted = (await box.inputValue()).trim()
  await box.fill('')
  return pasted === text ? [] : [`copied code is ${JSON.stringify(pasted)}`]
}

/**
 * Asks for the long answer and waits for its end.
 * @param {import('playwright-core').Browser} browser
 * @param {import('./apps.mjs').App} app
 * @param {string} served Its address.
 * @param {string} model The address of the endpoint that answers for the one in the code.
 * @param {{ width: number, height: number }} [viewport]
 * @returns {Promise<{ problems: string[], looks: string[][] }>} Everything that a user must not meet, and the look of each element.
 */
export async function visitApp(browser, app, served, model, viewport = { width: 900, height: 700 }) {
  const url = app.withoutTls ? served.replace(/127\.0\.0\.1|localhost/, LAN) : served
  const context = await browser.newContext({
    viewport,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Asia/Tokyo',
  })
  // So long that only a hang reaches it: a slow machine is not a failure.
  context.setDefaultTimeout(300_000)
  const page = await context.newPage()
  const problems = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      problems.push(`console ${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`))
  // A page may end a request itself, as the kit does after the last event of an answer.
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    if (reason !== 'net::ERR_ABORTED') problems.push(`request failed: ${request.url()} ${reason}`)
  })
  page.on('request', (request) => {
    if (JSON.stringify(request.headers()).includes(KEY))
      problems.push(`the key of the server leaves the page: ${request.url()}`)
  })
  await page.route(`${WRITTEN}/**`, (route) =>
    route.continue({ url: model + route.request().url().slice(WRITTEN.length) }),
  )
  try {
    if (app.served) {
      const html = await (await fetch(new URL(app.served.path, url))).text()
      if (!html.includes(app.served.text))
        problems.push(`the server's HTML of ${app.served.path} has no ${app.served.text}`)
      await page.goto(new URL(app.served.path, url).href)
      await page.getByText('capital of Norway').first().waitFor()
    }
    await page.goto(new URL(app.path ?? '/', url).href)
    if (app.opens) await page.getByRole('button', { name: app.opens }).click()
    const box = page.getByRole('textbox')
    await box.waitFor()
    // A server may have drawn it: Enter sends once React has it.
    await page.waitForFunction(
      (element) => Object.keys(element).some((key) => key.startsWith('__reactProps')),
      await box.elementHandle(),
    )
    if (app.asks) return { problems: [...problems, ...(await bookBerth(page, box))], looks: [] }
    await box.fill('Tell me everything.')
    await box.press('Enter')
    const stop = page.getByRole('button', { name: 'Stop' })
    await stop.waitFor()
    const answer = page.locator('[data-slot="prose"]').last()
    await answer.waitFor()
    const begun = (await answer.textContent()).length
    await stop.waitFor({ state: 'detached' })
    const whole = (await answer.textContent()).length
    if (whole < 20_000) problems.push(`the answer has ${whole} characters only`)
    if (begun >= whole) problems.push('the answer came at once and was not streamed')
    if (!LAST.test(await answer.textContent())) problems.push('the end of the answer is missing')
    const {
      top,
      bottom,
      page: height,
    } = await box.evaluate((element) => ({
      ...element.getBoundingClientRect().toJSON(),
      page: document.documentElement.scrollHeight - innerHeight,
    }))
    if (top < 0 || bottom > viewport.height)
      problems.push(`the composer is out of view, at ${Math.round(top)} to ${Math.round(bottom)} px`)
    if (height > 0) problems.push(`the page became ${height} px longer than the window`)
    const seen = await page.evaluate(looks)
    if (app.withoutTls) problems.push(...(await copyWithoutTls(page, box)))
    return { problems, looks: seen }
  } finally {
    await context.close()
  }
}

/**
 * Asks twice for a berth: once it is allowed on the card, once refused. The server says what came of each.
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Locator} box
 */
async function bookBerth(page, box) {
  const problems = []
  const prose = () => page.locator('[data-slot="prose"]').allTextContents()
  for (const [press, said, outcome] of [
    [/^Allow once/, 'Berth B4 is yours until 8.', 'done'],
    [/^Deny(?!.*reason)/, 'Then I book nothing.', 'denied'],
  ]) {
    await box.fill('A berth for tonight, please.')
    await box.press('Enter')
    const card = page.locator('[data-slot="tool-approval"]')
    await card.waitFor()
    const asked = await card.textContent()
    if (!asked.includes('bookBerth') || !asked.includes('B4'))
      problems.push(`the card does not say what is asked: ${asked}`)
    if ((await card.getByRole('button', { name: 'Edit' }).count()) > 0)
      problems.push('the card offers to change arguments that the server keeps')
    if ((await prose()).at(-1) !== 'Berth B4 is free. I can book it.')
      problems.push(`the words before the question are ${(await prose()).at(-1)}`)
    const button = page.getByRole('button', { name: press }).first()
    // A press in the first half second was meant for something else.
    await button.waitFor()
    while ((await card.count()) > 0) {
      await button.click({ timeout: 2_000 }).catch(() => {})
      await card.waitFor({ state: 'detached', timeout: 1_000 }).catch(() => {})
    }
    await page.getByText(said).last().waitFor()
    // By its name: a row of a state may hold the word as well.
    const rows = page.locator('[data-slot="tool-call"][data-tool="bookBerth"]')
    const state = await rows.last().getAttribute('data-state')
    if (state !== outcome) problems.push(`the row of the call is ${state} and not ${outcome}`)
  }
  const words = (await prose()).join('\n')
  for (const said of ['Berth B4 is yours until 8.', 'Then I book nothing.'])
    if (words.split(said).length !== 2)
      problems.push(`"${said}" is there ${words.split(said).length - 1} times`)
  return problems
}

/** Looks that no element of `reference` has, in words; a few of them where they are many. */
export function otherLooks(reference, found) {
  const known = new Set(reference.map((look) => look.join()))
  const other = found.filter((look) => !known.has(look.join()))
  const words = ([what, ...values]) => {
    const like = reference.find(([name]) => name === what) ?? []
    return `${what} { ${values.filter((value) => !like.includes(value)).join('; ')} }`
  }
  const few = [...new Set(other.map(words))].slice(0, 5)
  return other.length === 0 ? [] : [`${other.length} of ${found.length} elements look otherwise:`, ...few]
}
