// Finds a Chromium for tests and pictures, in this order: CHROME_PATH, the one shipped in an npm package (Linux x64 only),
// Playwright's own download, an installed Chrome/Chromium/Edge. Pinned browsers come first, so that a run means the same on
// every machine; CHROME_PATH tries another browser on purpose.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { root } from './pnpm.mjs'

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

/** Where the browser of npm is unpacked: a folder for each version, so that none is taken for another. */
function shippedFolder() {
  const manifest = join(root, 'node_modules/@sparticuz/chromium/package.json')
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(manifest)) return
  return join(root, `node_modules/.cache/chromium-${JSON.parse(readFileSync(manifest, 'utf8')).version}`)
}

/** Unpacks beside the folder and moves it there when it is whole: the package would take half a file of a stopped run for a browser. */
function unpack(folder) {
  const half = `${folder}-${process.pid}`
  mkdirSync(half, { recursive: true })
  try {
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import chromium from '@sparticuz/chromium'; await chromium.executablePath()`,
      ],
      {
        cwd: root,
        stdio: ['ignore', 'ignore', 'ignore'],
        // It unpacks into TMPDIR; the Lambda setting makes it bring the system libraries a bare machine lacks.
        env: { ...process.env, TMPDIR: half, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
      },
    )
    renameSync(half, folder)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    // Another run may have been first.
    if (!existsSync(folder)) throw error
  }
}

function fromNpm() {
  const folder = shippedFolder()
  if (!folder) return
  try {
    if (!existsSync(folder)) unpack(folder)
  } catch {
    return undefined
  }
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
    ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') }),
  }
  return { executablePath: join(folder, 'chromium'), args: ['--no-sandbox', ...quiet], env }
}

/** The browser from the npm package and nothing else, or undefined where there is none: for pictures to compare. */
export const shippedBrowser = () => fromNpm()

let found

/** Launch options for Playwright's chromium. Throws with three remedies if it finds no browser at all. */
export function browserLaunchOptions() {
  found ??= fromEnvironment() ?? fromNpm() ?? fromPlaywright() ?? fromSystem()
  if (found) return found
  throw new Error(
    'The tests need a Chromium and found none. Do one of: install Chrome or Chromium; run "npx playwright install chromium"; set CHROME_PATH to a browser.',
  )
}
