import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { startChromium, startChromiumInWindow } from './chromium.js'
import { openDisplay, type Display } from './display.js'
import type { Engine } from './driver.js'
import { startFirefox } from './firefox.js'
import { startWebKit } from './webkit.js'

export interface EngineChoice {
  name: 'Chromium' | 'Firefox' | 'WebKitGTK'
  /** Programs that are not there; empty where the engine can be started. */
  missing: string[]
  /** The program itself, where there is one for all drivers. */
  binary?: string | undefined
  start(): Promise<Engine>
  /** Starts it with a window, because its headless build cannot do everything. */
  startInWindow?: (() => Promise<Engine>) | undefined
}

const onPath = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

/** Debian's folder for libraries has the name of the machine in it. */
function findMiniBrowser(): string | undefined {
  const libraries = existsSync('/usr/lib') ? readdirSync('/usr/lib') : []
  return libraries
    .flatMap((name) => ['4.1', '6.0'].map((version) => `/usr/lib/${name}/webkit2gtk-${version}/MiniBrowser`))
    .find((path) => existsSync(path))
}

const missingOf = (programs: Record<string, string | undefined>): string[] =>
  Object.entries(programs).flatMap(([name, path]) => (path ? [] : [name]))

/** Programs for a screen and real keys. */
const screen = () => ({ Xvfb: onPath('Xvfb'), openbox: onPath('openbox'), xdotool: onPath('xdotool') })

/** The engines that journeys run in, and what each lacks on this machine. Chromium comes with npm. */
export function findEngines(): EngineChoice[] {
  const firefox = onPath('firefox-esr') ?? onPath('firefox')
  const chromium = onPath('chromium')
  const miniBrowser = findMiniBrowser()
  return [
    {
      name: 'Chromium',
      missing: [],
      start: startChromium,
      startInWindow:
        missingOf({ chromium, ...screen() }).length > 0 ? undefined : () => startOnScreen(chromium!),
    },
    {
      name: 'Firefox',
      missing: missingOf({ 'firefox-esr': firefox, ...screen() }),
      binary: firefox,
      start: () => startFirefox(firefox!),
    },
    {
      name: 'WebKitGTK',
      missing: missingOf({
        MiniBrowser: miniBrowser,
        WebKitWebDriver: onPath('WebKitWebDriver'),
        ...screen(),
      }),
      start: () => startWebKit(miniBrowser!),
    },
  ]
}

async function startOnScreen(chromium: string): Promise<Engine> {
  const display = await openDisplay()
  const engine = await startChromiumInWindow(chromium, display)
  return { ...engine, close: () => engine.close().finally(() => display.close()) }
}

export interface ReadBrowser {
  name: 'Chromium' | 'Firefox'
  /** Programs that are not there; empty where a screen reader can read it. */
  missing: string[]
  start(display: Display): Promise<Engine>
}

/** The browsers that a screen reader reads, and what each lacks on this machine. The Chromium of npm has no window, hence nothing to read. */
export function findReadBrowsers(): ReadBrowser[] {
  const firefox = onPath('firefox-esr') ?? onPath('firefox')
  const chromium = onPath('chromium')
  const reader = { ...screen(), orca: onPath('orca'), 'dbus-daemon': onPath('dbus-daemon') }
  return [
    {
      name: 'Firefox',
      missing: missingOf({ 'firefox-esr': firefox, ...reader }),
      start: (display) => startFirefox(firefox!, display),
    },
    {
      name: 'Chromium',
      missing: missingOf({ chromium, ...reader }),
      start: (display) => startChromiumInWindow(chromium!, display, ['--force-renderer-accessibility']),
    },
  ]
}
