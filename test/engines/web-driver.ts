import type { Driver } from './driver.js'
import type { Wire } from './wire.js'

/** Keys that are not characters, by their number in the standard. */
const KEYS: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
}

/** One key goes down or up: a character, or a name such as `Enter`. */
export interface KeyStep {
  type: 'keyDown' | 'keyUp'
  key: string
}

/** A browser that is driven key by key. */
export interface KeyDriver extends Driver {
  keys(steps: readonly KeyStep[]): Promise<void>
  /** Moves the pointer there, and presses it so many times. */
  point(x: number, y: number, presses: number): Promise<void>
}

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** Real keys and a real wheel of the display. They reach parts that the driver's own do not, such as the browser's search. */
export interface Hands {
  keys(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  /** Presses in the middle of the screen. */
  press(): Promise<void>
  /** Turns the wheel in the middle of the screen by so many notches, down where they are positive. */
  wheel(notches: number): Promise<void>
}

/** Types into the browser's own search and presses Enter. */
export const findWith =
  (hands: Hands): NonNullable<Driver['find']> =>
  async (text) => {
    // In the bar of WebKitGTK the words of the search before stay, unmarked.
    await hands.keys('ctrl+f', 'ctrl+a')
    await hands.type(text)
    await hands.keys('Return')
  }

/**
 * A browser that speaks WebDriver.
 * @param beside Where `openBeside` opens: a window, if the browser draws nothing in a tab that its driver has opened.
 */
export function webDriver(
  wire: Wire,
  hands: Hands,
  beside: 'tab' | 'window' = 'tab',
): KeyDriver & Required<Pick<Driver, 'print'>> {
  const keys = async (steps: readonly KeyStep[]): Promise<void> => {
    const actions = steps.map(({ type, key }) => ({ type, value: KEYS[key] ?? key }))
    await wire('PerformActions', { actions: [{ type: 'key', id: 'keys', actions }] })
  }
  const point = async (x: number, y: number, presses: number): Promise<void> => {
    const press = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await wire('PerformActions', {
      actions: [
        {
          type: 'pointer',
          id: 'mouse',
          parameters: { pointerType: 'mouse' },
          actions: [
            { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y), origin: 'viewport' },
            ...Array.from({ length: presses }, () => press).flat(),
          ],
        },
      ],
    })
  }
  return {
    keys,
    point,
    async goto(url) {
      await wire('Navigate', { url })
    },
    async reload() {
      await wire('Refresh')
    },
    async run(work, ...args) {
      // In JSON both ways: drivers differ in what they make of undefined.
      const script = `return Promise.resolve((${String(work)})(...JSON.parse(arguments[0]))).then((value) => JSON.stringify(value) ?? '')`
      const text = (await wire('ExecuteScript', { script, args: [JSON.stringify(args)] })) as string
      return (text ? JSON.parse(text) : undefined) as never
    },
    async press(key) {
      const parts = key.split('+')
      await keys([
        ...parts.map((one) => ({ type: 'keyDown', key: one }) as const),
        ...parts.toReversed().map((one) => ({ type: 'keyUp', key: one }) as const),
      ])
    },
    async type(text) {
      await keys(
        text.split('').flatMap(
          (key) =>
            [
              { type: 'keyDown', key },
              { type: 'keyUp', key },
            ] as const,
        ),
      )
    },
    click: (x, y) => point(x, y, 1),
    async wheel(x, y, by) {
      await wire('PerformActions', {
        actions: [
          {
            type: 'wheel',
            id: 'wheel',
            actions: [
              {
                type: 'scroll',
                x: Math.round(x),
                y: Math.round(y),
                deltaX: 0,
                deltaY: by,
                origin: 'viewport',
              },
            ],
          },
        ],
      })
    },
    async upload(css, path) {
      const query = { using: 'css selector', value: css }
      const found = (await wire('FindElement', query)) as Record<string, string>
      await wire('ElementSendKeys', { id: found[ELEMENT], text: path })
    },
    async openBeside(url) {
      const before = await wire('GetWindowHandle')
      const { handle } = (await wire('NewWindow', { type: beside })) as { handle: string }
      const switchTo = (one: unknown) => wire('SwitchToWindow', { handle: one })
      await switchTo(handle)
      await wire('Navigate', { url })
      return async () => {
        await wire('CloseWindow')
        await switchTo(before)
      }
    },
    async print(pages) {
      const ranges = pages ? { pageRanges: [pages] } : {}
      return Buffer.from((await wire('Print', { background: true, ...ranges })) as string, 'base64')
    },
    find: findWith(hands),
    async screenshot() {
      return Buffer.from((await wire('TakeScreenshot')) as string, 'base64')
    },
  }
}
