import './demo-globals.js'
import '../../../packages/ui/css/source.css'
import '../../../apps/parts/src/fonts.css'
import '../../../apps/demo/src/styles.css'
import { highlight } from '@antiphon/ui/highlight'
import { MarkdownPlugins } from '@antiphon/ui/markdown'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { StrictMode, type ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { cdp, page, userEvent, type Locator } from 'vitest/browser'
import { App } from '../../../apps/demo/src/app.js'
import { pace } from './demo-network.js'
import { passTime } from './pass-time.js'

/** Send and Stop share a place: for 350 ms after one became the other, a press is taken for a double click. */
const GUARD_MS = 400
/** A press within half a second of a question to a person is taken for one that was meant for something else. */
const QUESTION_MS = 550

/** Everything that nobody should meet: messages of React and of the app on the console. */
const problems: string[] = []

beforeAll(forgetDemo)
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...words) => void problems.push(words.join(' ')))
})
afterEach(async () => {
  // An answer that still arrives comes to its end.
  pace.speed = 0
  await setTouch(false)
  await forgetDemo()
  vi.restoreAllMocks()
  expect(problems.splice(0)).toEqual([])
})

/** Closes the demo and forgets what it has stored: a fresh browser. */
export async function forgetDemo(): Promise<void> {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', location.pathname + location.search)
  await new Promise((resolve) => {
    const gone = indexedDB.deleteDatabase('antiphon-demo')
    for (const end of ['success', 'blocked', 'error']) gone.addEventListener(end, resolve)
  })
}

const { send: emulate } = cdp() as unknown as { send(method: string, params: object): Promise<unknown> }

let isTouch = false
async function setTouch(enabled: boolean): Promise<void> {
  if (enabled !== isTouch) await emulate('Emulation.setTouchEmulationEnabled', { enabled })
  isTouch = enabled
}

const ALWAYS = '(min-width: 0)'
const NEVER = '(max-width: 0)'
const media = globalThis.matchMedia.bind(globalThis)
/** Gives the page its mouse back: once touch emulation was on, Chromium without a screen says that there is none. */
function withMouse(): void {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
    media(
      query
        .replaceAll(/\(hover: hover\)|\(pointer: fine\)/g, ALWAYS)
        .replaceAll(/\(hover: none\)|\(pointer: coarse\)/g, NEVER),
    ),
  )
}

interface DemoWindow {
  width?: number
  height?: number
  /** A touch screen, where Enter is a new line. */
  touch?: boolean
}

const plugins = [highlight()]

/** Draws one of the demo's pages as its entry does, from its sources: without a server and a build, as large as the window. */
export async function draw(
  app: ReactNode,
  { width = 1280, height = 900, touch = false }: DemoWindow = {},
): Promise<void> {
  cleanup()
  await page.viewport(width, height)
  await setTouch(touch)
  if (!touch) withMouse()
  document.documentElement.lang = 'en'
  document.documentElement.dataset['theme'] = 'system'
  document.body.dataset['antiphonRoot'] = ''
  const client = new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false } } })
  render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <MarkdownPlugins value={plugins}>{app}</MarkdownPlugins>
      </QueryClientProvider>
    </StrictMode>,
  )
}

/** Opens the demo, or opens it once more with what it has stored, and waits for its message box. */
export async function openDemo(size?: DemoWindow): Promise<void> {
  await draw(<App />, size)
  await expect.element(page.getByRole('textbox', { name: 'Write a message' })).toBeVisible()
}

export const box = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Write a message' })

/** Types into the message box and presses Enter; on a touch screen the button. */
export async function ask(text: string): Promise<void> {
  await userEvent.fill(box(), text)
  if (!isTouch) return userEvent.keyboard('{Enter}')
  await untilPressCounts()
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
}

/** Asks and waits for the end of the answer. */
export async function hear(text: string): Promise<void> {
  const before = turns().length
  await ask(text)
  await expect.poll(() => turns().length).toBeGreaterThan(before)
  await settled()
}

export async function stop(): Promise<void> {
  box().focus()
  await userEvent.keyboard('{Escape}')
}

/** Waits until nothing is on its way. */
export const settled = (): Promise<unknown> =>
  expect
    .poll(() => all('form[data-slot="composer"]').map((form) => /ready|error/.test(form.dataset['state']!)))
    .toEqual([true])

/** Waits until a press of Send or Stop counts, or of Retry after an answer. */
export const untilPressCounts = (): Promise<void> => passTime(GUARD_MS)

/** Waits until a person is asked about a tool and an answer counts. On a phone a bar repeats the question. */
export async function askedAbout(tool: string): Promise<void> {
  await screen.findAllByRole('group', { name: new RegExp(`^Allow ${tool}`) })
  await passTime(QUESTION_MS)
}

/** The elements of a selector that are in the page now. */
export const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)]

/** The first element that the selector finds, once there is one. */
export const find = <Found extends HTMLElement>(selector: string): Promise<Found> =>
  vi.waitFor(() => {
    const found = document.querySelector<Found>(selector)
    if (!found) throw new Error(`Nothing in the page is ${selector}`)
    return found
  })

export const dialog = (name?: string): Locator => page.getByRole('dialog', name ? { name } : {})
export const button = (name: string | RegExp): Locator =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })

const turns = () => all('main [data-slot="turn"]')
export const turnTexts = (): string[] => turns().map((turn) => turn.innerText)

/** The last answer. */
export const answer = (): HTMLElement => all('[data-slot="turn"][data-role="assistant"]').at(-1)!

/** Whatever is the last answer at the time of use. */
export const lastAnswer: Locator = page.getByRole('main').getByRole('article').last()

/** The text of an element as one sees it. */
export const textOf = (locator: Locator): string => (locator.element() as HTMLElement).innerText

/** Waits until something is not in the page any more. */
export const isGone = (locator: Locator): Promise<unknown> => expect.poll(() => locator.query()).toBeNull()

export const hasFocus = (element: Element): boolean => element === document.activeElement

/** Waits until an element has the focus. */
export const untilFocused = (target: Element | Locator): Promise<unknown> =>
  expect
    .poll(() => {
      const element = target instanceof Element ? target : target.query()
      return element !== null && hasFocus(element)
    })
    .toBe(true)

/** Chooses a line of the menu that a button opens. */
export async function chooseInMenu(name: string, line: string): Promise<void> {
  await button(name).click()
  await page.getByRole('menu').getByRole('menuitem', { name: line }).click()
}

/** Whether the whole element is in the transcript's window, above the message box. */
export function isInView(element: Element): boolean {
  const own = element.getBoundingClientRect()
  const view = element.closest('[data-slot="viewport"]')!.getBoundingClientRect()
  return own.height > 0 && own.top >= view.top && own.bottom <= view.bottom
}

export const viewport = (): HTMLElement => document.querySelector('main [data-slot="viewport"]')!

/** Goes to the beginning as a person does, who turns the wheel. */
export function goToTop(): void {
  viewport().dispatchEvent(new WheelEvent('wheel', { deltaY: -300, bubbles: true }))
  viewport().scrollTop = 0
}
