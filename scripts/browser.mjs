// Finds a Chromium for the tests, in this order: CHROME_PATH, Playwright's own download, an installed
// Chrome/Chromium/Edge, the one shipped in an npm package (Linux x64 only). `prefer: 'shipped'` puts the npm one first,
// for screenshots that must look the same everywhere.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const quiet = [
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const args = process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet

const installed = {
  linux: [
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/snap/bin/chromium',
    '/usr/bin/microsoft-edge',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

function fromEnvironment() {
  const path = process.env.CHROME_PATH
  if (!path) return
  if (!existsSync(path)) throw new Error(`CHROME_PATH is ${path}, and there is no such file.`)
  return { executablePath: path, args }
}

function fromPlaywright() {
  const path = chromium.executablePath()
  return existsSync(path) ? { executablePath: path, args } : undefined
}

function fromSystem() {
  const path = installed[process.platform]?.find((candidate) => existsSync(candidate))
  return path ? { executablePath: path, args } : undefined
}

function fromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return
  const dir = fileURLToPath(new URL('../node_modules/.cache/chromium', import.meta.url))
  mkdirSync(dir, { recursive: true })
  try {
    // It unpacks into TMPDIR; the Lambda setting makes it bring the system libraries a bare machine lacks.
    const executablePath = execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import chromium from '@sparticuz/chromium'; process.stdout.write(await chromium.executablePath())`,
      ],
      {
        cwd: fileURLToPath(new URL('..', import.meta.url)),
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { ...process.env, TMPDIR: dir, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
      },
    )
    const env = {
      ...process.env,
      LD_LIBRARY_PATH: join(dir, 'al2023/lib'),
      ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(dir, 'fonts') }),
    }
    return { executablePath, args: ['--no-sandbox', ...quiet], env }
  } catch {
    return undefined
  }
}

/** The browser from the npm package and nothing else, or undefined where there is none: for pictures to compare. */
export const shippedBrowser = () => fromNpm()

const found = new Map()

/** Launch options for Playwright's chromium. Throws with three remedies when there is no browser at all. */
export function browserLaunchOptions({ prefer = 'installed' } = {}) {
  if (found.has(prefer)) return found.get(prefer)
  const order =
    prefer === 'shipped'
      ? [fromEnvironment, fromNpm, fromPlaywright, fromSystem]
      : [fromEnvironment, fromPlaywright, fromSystem, fromNpm]
  for (const source of order) {
    const launch = source()
    if (launch) {
      found.set(prefer, launch)
      return launch
    }
  }
  throw new Error(
    'The tests need a Chromium and found none. Do one of: install Chrome or Chromium; run "npx playwright install chromium"; set CHROME_PATH to a browser.',
  )
}
