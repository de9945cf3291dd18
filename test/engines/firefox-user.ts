import type { KeyStep } from './web-driver.js'

/*
 * `vitest/browser` for tests in Firefox: real keys and a real pointer, which the provider sends from outside
 * (test/engines/firefox-provider.ts). It has what our browser tests use.
 */

/** How a page of Vitest asks the process that runs it. */
const { commands } = (
  window as unknown as {
    __vitest_browser_runner__: { commands: { triggerCommand(name: string, args: unknown[]): Promise<void> } }
  }
).__vitest_browser_runner__

const frame = () => new Promise(requestAnimationFrame)

async function send(name: 'keys' | 'pointer', ...args: unknown[]): Promise<void> {
  await commands.triggerCommand(name, args)
  // Wait for a frame, so that the result is drawn.
  await frame()
}

/** Milliseconds that an element may take until it has stopped moving and nothing lies above it. */
const READY_MS = 10_000

/** Steps of a text such as `a{Enter>2/}{Shift>}b{/Shift}`, as Vitest and Testing Library write keys. */
function keySteps(text: string): KeyStep[] {
  const steps: KeyStep[] = []
  for (const [, escaped, key, mark, times, plain] of text.matchAll(
    /\{(\{)|\{(\/?\w+)(>?)(\d*)\/?\}|([\s\S])/gu,
  )) {
    const name = key?.replace('/', '') ?? escaped ?? plain!
    if (!key?.startsWith('/'))
      for (let i = 0; i < Number(times || 1); i++) steps.push({ type: 'keyDown', key: name })
    if (!mark || times) steps.push({ type: 'keyUp', key: name })
  }
  return steps
}

interface Spot {
  x: number
  y: number
}

/**
 * Returns where in the window the middle of an element, or a place in it, is. It waits until the element has stopped moving and a
 * press would reach it.
 */
async function spotOf(element: Element, place?: Spot): Promise<Spot> {
  const until = performance.now() + READY_MS
  let before = ''
  for (;;) {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + (place?.x ?? width / 2), top + (place?.y ?? height / 2)]
    const hit = document.elementFromPoint(x, y)
    const now = [left, top, width, height].join()
    const isReached =
      hit !== null &&
      (element.contains(hit) || hit.contains(element) || hit.closest('label')?.control === element)
    if (isReached && now === before && !element.matches(':disabled')) {
      const outer = window.frameElement?.getBoundingClientRect()
      return { x: x + (outer?.left ?? 0), y: y + (outer?.top ?? 0) }
    }
    if (performance.now() > until)
      throw new Error(
        `A press does not reach this element: ${element.outerHTML.slice(0, 200)}; it would reach ${hit?.outerHTML.slice(0, 200)}`,
      )
    before = now
    await frame()
  }
}

const press = async (element: Element, presses: number, place?: Spot) =>
  send('pointer', await spotOf(element, place), presses)

async function keyboard(text: string): Promise<void> {
  // Keys go to the frame that has the focus, and the test is in one.
  if (!document.hasFocus()) window.focus()
  await send('keys', keySteps(text))
}

async function fill(element: Element, text: string): Promise<void> {
  const field = element as HTMLInputElement
  field.focus()
  field.select()
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  await frame()
}

const changed = (element: Element) => {
  element.dispatchEvent(new Event('input', { bubbles: true }))
  element.dispatchEvent(new Event('change', { bubbles: true }))
}

export const userEvent = {
  click: (element: Element, { position }: { position?: Spot } = {}) => press(element, 1, position),
  dblClick: (element: Element) => press(element, 2),
  hover: (element: Element) => press(element, 0),
  unhover: () => send('pointer', { x: 0, y: 0 }, 0),
  keyboard,
  tab: ({ shift = false } = {}) => keyboard(shift ? '{Shift>}{Tab}{/Shift}' : '{Tab}'),
  async type(element: Element, text: string) {
    const field = element as HTMLInputElement
    if (document.activeElement !== field) await press(field, 1)
    field.setSelectionRange(field.value.length, field.value.length)
    await keyboard(text)
  },
  fill,
  clear: (element: Element) => fill(element, ''),
  async upload(element: Element, files: File | readonly File[]) {
    const transfer = new DataTransfer()
    for (const file of [files].flat()) transfer.items.add(file)
    ;(element as HTMLInputElement).files = transfer.files
    changed(element)
  },
  async selectOptions(element: Element, wanted: string) {
    const select = element as HTMLSelectElement
    const option = [...select.options].find(({ value, label }) => value === wanted || label === wanted)
    if (!option) throw new Error(`No option ${wanted}`)
    select.value = option.value
    changed(select)
  },
}

export const page = {
  async viewport(width: number, height: number) {
    const outer = window.frameElement as HTMLElement
    Object.assign(outer.style, { width: `${width}px`, height: `${height}px` })
    await frame()
  },
}

/** Firefox has none; what needs it runs in Chromium alone. */
export const cdp = undefined
