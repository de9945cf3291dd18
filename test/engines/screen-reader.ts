import { spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { endProcess, openDisplay, type Display } from './display.js'
import { until } from './until.js'

/** Orca on a screen and a bus of its own. A browser that is started on that screen is read by it. */
export interface ScreenReader {
  display: Display
  /** Everything that Orca has given to the synthesizer, in order. */
  heard(): string[]
  /** Everything that the browser has told Orca, in order. */
  told(): string[]
  /** Why something was not said: what Orca writes of live regions, keys and dropped events. `since` skips lines; `lines` is their number so far. */
  reasons(since?: number): { lines: number; text: string[] }
  /** Waits until Orca has worked off everything that it was told, and has said what follows from it. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

/** Runs inside of Orca: each line of its log is written at once, and what helps nobody is left out. */
const CUSTOMIZATIONS = `import orca.debug
orca.debug.debugLevel = orca.debug.LEVEL_INFO
if orca.debug.debugFile: orca.debug.debugFile.reconfigure(line_buffering=True)
`

/** A line of speech. It ends with the line, or with the voice in braces. */
const SPEECH = /^[\d:.]+ - SPEECH OUTPUT: '(.*?)'(?: voice=\w+)?(?:\{.*)?$/

const TOLD = /^[\d:.]+ - EVENT MANAGER: Queueing (.*)$/
const DONE = /^[\d:.]+ - EVENT MANAGER: (?:Dequeued|(\d+) events pruned)/

/** Lines of the log that decide on an announcement. */
const REASON =
  /SPEECH OUTPUT|[Ll]ive region|LIVE REGION|EVENT MANAGER: (?:Ignoring|Not processing|Pruning|\d+ events pruned|DELUGE|FLOOD)|OBJECT EVENT: object:children-changed:add|KEYBOARD|is dead/

/** A folder that keeps the logs. */
const kept = process.env['ANTIPHON_ORCA_LOGS']

/** Orca says what it heard in a live region a tenth of a second later. */
const SAYS_AFTER_MS = 250

export async function startScreenReader(): Promise<ScreenReader> {
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-orca-'))
  const data = join(folder, 'data')
  mkdirSync(join(data, 'orca'), { recursive: true })
  writeFileSync(join(data, 'orca', 'orca-customizations.py'), CUSTOMIZATIONS)
  // Without a sound card the real one lets Orca wait for ever.
  mkdirSync(join(folder, 'python', 'speechd'), { recursive: true })
  writeFileSync(join(folder, 'python', 'speechd', '__init__.py'), 'raise ImportError("no sound here")\n')
  // Orca does not start where another one runs, on whichever screen: two browsers are read at once, and a developer may listen to one too.
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin', 'pgrep'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })

  const own = { XDG_DATA_HOME: data, XDG_CONFIG_HOME: join(folder, 'config'), XDG_RUNTIME_DIR: folder }
  const display = await openDisplay({ GNOME_ACCESSIBILITY: '1', ...own })
  // Programs that the bus starts, the registry of everything readable among them, get its environment.
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=3'], {
    env: display.env,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const address = await new Promise<string>((resolve, reject) => {
    bus.once('exit', () => reject(new Error('dbus-daemon ended before it had an address.')))
    ;(bus.stdio[3] as Readable).once('data', (bytes: Buffer) => resolve(bytes.toString().trim()))
  })
  display.env['DBUS_SESSION_BUS_ADDRESS'] = address

  const log = join(folder, 'log')
  const lines = (): string[] => (existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [])
  const orca = spawn('orca', ['--debug-file', log], {
    env: {
      ...display.env,
      PATH: `${join(folder, 'bin')}:${display.env['PATH']}`,
      PYTHONPATH: join(folder, 'python'),
      LC_ALL: 'C.UTF-8',
    },
    stdio: 'ignore',
  })
  try {
    // This tests what is heard, and not whether the other tests leave Orca the time.
    setPriority(orca.pid!, -10)
  } catch {
    // Only root may.
  }
  await until(() => lines().some((line) => line.includes('ORCA: Starting registry')), 'Orca is ready')
  const told = (): string[] => lines().flatMap((line) => TOLD.exec(line)?.[1] ?? [])
  const done = (): number =>
    lines().reduce((sum, line) => {
      const found = DONE.exec(line)
      return found ? sum + Number(found[1] ?? 1) : sum
    }, 0)
  return {
    display,
    heard: () => lines().flatMap((line) => SPEECH.exec(line)?.[1] ?? []),
    told,
    reasons(since = 0) {
      const all = lines()
      return { lines: all.length, text: all.slice(since).filter((line) => REASON.test(line)) }
    },
    async caughtUp() {
      let last = -1
      let since = 0
      await until(() => {
        const count = lines().length
        if (count !== last) [last, since] = [count, Date.now()]
        return told().length === done() && Date.now() - since >= SAYS_AFTER_MS
      }, 'Orca has caught up')
    },
    async close() {
      await endProcess(orca)
      await endProcess(bus)
      display.close()
      if (kept && existsSync(log)) copyFileSync(log, join(kept, `orca-${orca.pid}.log`))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
