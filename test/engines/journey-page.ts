import { resolve } from 'node:path'
import { parseConfig, serveApp } from '@antiphon/server'
import { buildDemo } from '../e2e/demo-app.js'
import type { Driver, Spot } from './driver.js'
import { until } from './until.js'

/** Send and Stop share a place, and a question to a person wants to be read: a press within this time does not count. */
const GUARD_MS = 600

/** The demo in one engine, in the words that journeys need. */
export interface JourneyPage extends Driver {
  url: string
  /** Waits for an element, and gives its text. */
  see(spot: Spot): Promise<string>
  isThere(spot: Spot): Promise<boolean>
  /** Waits for an element, brings it into view if it is not, and presses in its middle. */
  tap(spot: Spot): Promise<void>
  /** Gives an element the focus. */
  focus(spot: Spot): Promise<void>
  /** Types into the message box and presses Enter. */
  ask(text: string): Promise<void>
  /** The text in the message box. */
  message(): Promise<string>
  /** Waits until nothing is on its way. */
  settle(): Promise<void>
  /** Puts the clock of the page forward, so that a press counts. */
  passGuard(): Promise<void>
  /** The last answer, as a person sees it. */
  answer(): Promise<string>
  /** Reads a transcript as if it was chosen in the viewer, and goes on with it as a conversation. */
  openTranscript(path: string): Promise<void>
  until(isTrue: () => boolean | Promise<boolean>, what: string, limit?: number): Promise<void>
}

const BOX: Spot = { css: 'form[data-slot="composer"] textarea' }
const IDLE: Spot = { css: 'form[data-slot="composer"]:is([data-state="ready"], [data-state="error"])' }

export const fixture = (name: string): string => resolve(import.meta.dirname, '../fixtures', name)

/**
 * Runs in the page: what an element says, and where to press it; null while it is not there. A press brings it into view and
 * waits until it has come to rest and nothing lies over it.
 */
async function locate(css: string, name: string | null, flags: string | null, toPress: boolean) {
  const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const labels = (element: Element) =>
    (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => (id && document.getElementById(id)?.textContent) || '')
      .join(' ')
  const found = [...document.querySelectorAll<HTMLElement>(css)].findLast((element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert]')) return false
    if (name === null) return true
    return [element.getAttribute('aria-label'), labels(element), element.textContent]
      .map(clean)
      .some((text) => text !== '' && (flags === null ? text === name : new RegExp(name, flags).test(text)))
  })
  if (!found) return null
  if (!toPress) return { text: found.innerText, x: 0, y: 0 }
  let last = ''
  for (let look = 0; look < 30; look++) {
    const { left, top, width, height } = found.getBoundingClientRect()
    const here = [left, top, width, height].join()
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = document.elementFromPoint(x, y)
    const isFree = hit !== null && (found.contains(hit) || hit.contains(found))
    if (here === last && isFree) return { text: found.innerText, x, y }
    if (!isFree && look % 10 === 4) found.scrollIntoView({ block: 'center' })
    last = here
    // Not by frames, which are rare where an engine paints in software on a busy machine.
    await new Promise((done) => setTimeout(done, 30))
  }
  return null
}

const asArguments = ({ css, name }: Spot): [string, string | null, string | null] =>
  name instanceof RegExp ? [css, name.source, name.flags] : [css, name ?? null, null]

const words = ({ css, name }: Spot): string => (name === undefined ? css : `${css} ${String(name)}`)

/**
 * Serves the demo as users get it, with its policy, at an address of its own, so that each journey begins with an empty storage.
 * @param speed How fast answers are played; 0 plays them without any waiting.
 * @param typed Is waited for before what was typed is sent.
 */
export async function openJourney(
  driver: Driver,
  { speed = 0, typed }: { speed?: number; typed?: () => Promise<void> } = {},
): Promise<{ page: JourneyPage; close(): Promise<string[]> }> {
  const folder = await buildDemo('server')
  const server = await serveApp({ folder, loaded: parseConfig({}, 'journey', {}), port: 0, speed })
  const { url } = server
  const isThere = async (spot: Spot) => (await driver.run(locate, ...asArguments(spot), false)) !== null
  const see = async (spot: Spot): Promise<string> => {
    let text = ''
    await until(async () => {
      const found = await driver.run(locate, ...asArguments(spot), false)
      text = found?.text ?? ''
      return found !== null
    }, words(spot)).catch(async (error: unknown) => {
      // Without it nobody can tell a page that did not begin from one that shows something else.
      const shown = await driver.run(() => `${location.href} ${document.body.innerText.slice(0, 1_000)}`)
      throw new Error(`${String(error)}\nThe page shows: ${shown}`)
    })
    return text
  }
  const focus = async (spot: Spot): Promise<void> => {
    await see(spot)
    await driver.run(
      (css, name, flags) => {
        const all = [...document.querySelectorAll<HTMLElement>(css)]
        const matches = (text: string) =>
          name === null || (flags === null ? text === name : new RegExp(name, flags).test(text))
        all.findLast((one) => matches(one.getAttribute('aria-label') ?? one.textContent))?.focus()
      },
      ...asArguments(spot),
    )
  }
  const tap = async (spot: Spot): Promise<void> => {
    let place: { x: number; y: number } | null = null
    await until(
      async () => (place = await driver.run(locate, ...asArguments(spot), true)) !== null,
      words(spot),
    )
    await driver.click(place!.x, place!.y)
  }
  const message = () => driver.run((css) => document.querySelector<HTMLTextAreaElement>(css)!.value, BOX.css)
  const passGuard = () =>
    driver.run(async (ahead) => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      const now = performance.now.bind(performance)
      performance.now = () => now() + ahead
    }, GUARD_MS)
  /** From here on; what went wrong before the driver could look is not seen. */
  const watch = () =>
    driver.run(() => {
      const seen: string[] = ((window as unknown as { problems?: string[] }).problems ??= [])
      addEventListener('error', ({ message }) => {
        // No failure: what an observer changed is looked at in the next frame.
        if (!message.startsWith('ResizeObserver loop')) seen.push(`exception: ${message}`)
      })
      addEventListener('unhandledrejection', (event) => seen.push(`rejection: ${String(event.reason)}`))
      addEventListener('securitypolicyviolation', (event) =>
        seen.push(`policy: ${event.effectiveDirective} ${event.blockedURI}`),
      )
    })
  const problems = () =>
    driver.run(() => (window as unknown as { problems?: string[] }).problems ?? ['nobody watched'])
  await driver.goto(url)
  await watch()
  await see(BOX)
  const page: JourneyPage = {
    ...driver,
    url,
    see,
    isThere,
    focus,
    tap,
    passGuard,
    until,
    async reload() {
      await driver.reload()
      await watch()
      await see(BOX)
    },
    async ask(text) {
      await see(IDLE)
      await focus(BOX)
      await driver.type(text)
      await until(async () => (await message()) === text, `"${text}" stands in the message box`)
      await typed?.()
      await driver.press('Enter')
      // Only what has begun can end.
      await until(async () => (await message()) === '', `"${text}" is sent`)
    },
    message,
    async settle() {
      await see(IDLE)
    },
    answer: () =>
      driver.run(
        () =>
          [...document.querySelectorAll<HTMLElement>('[data-slot="turn"][data-role="assistant"]')].at(-1)
            ?.innerText ?? '',
      ),
    async openTranscript(path) {
      await tap({ css: 'button', name: 'Transcripts' })
      const viewer = { css: 'main section', name: 'Transcripts' }
      await see(viewer)
      await driver.upload('main section input[type=file]', path)
      await tap({ css: 'main section button', name: 'Continue as a conversation' })
      await until(async () => !(await isThere(viewer)), 'the viewer closes')
    },
  }
  return {
    page,
    async close() {
      try {
        return await problems()
      } finally {
        await driver.goto('about:blank').catch(() => undefined)
        await server.close()
      }
    },
  }
}
