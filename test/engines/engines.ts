import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { startChromium } from './chromium.js'
import type { Engine } from './driver.js'
import { startFirefox } from './firefox.js'

export interface EngineChoice {
  name: 'Chromium' | 'Firefox'
  /** Programs that are not there; empty where the engine can be started. */
  missing: string[]
  start(): Promise<Engine>
}

const onPath = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

const missingOf = (programs: Record<string, string | undefined>): string[] =>
  Object.entries(programs).flatMap(([name, path]) => (path ? [] : [name]))

/** What a screen and real keys need. */
const screen = () => ({ Xvfb: onPath('Xvfb'), openbox: onPath('openbox'), xdotool: onPath('xdotool') })

/** The engines that journeys run in, and what each lacks on this machine. Chromium comes with npm. */
export function findEngines(): EngineChoice[] {
  const firefox = onPath('firefox-esr') ?? onPath('firefox')
  return [
    { name: 'Chromium', missing: [], start: startChromium },
    {
      name: 'Firefox',
      missing: missingOf({ 'firefox-esr': firefox, ...screen() }),
      start: () => startFirefox(firefox!),
    },
  ]
}
