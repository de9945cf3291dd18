import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { playwright } from '@vitest/browser-playwright'
// @ts-expect-error plain JavaScript, so that it also runs before anything is built
import { browserLaunchOptions } from '../../scripts/browser.mjs'
import { serveSandbox } from '../browser/support/serve-sandbox.js'
import { bundleWorkers } from '../browser/support/bundle-workers.js'
import { keepModules } from '../browser/support/keep-modules.js'
import { findEngines } from '../engines/engines.js'
import { inFirefox } from '../engines/firefox-provider.js'
import { conditions, exclude, isHunt, isWanted, shared } from './shared.js'

function seedTexts(): string[] {
  const folder = join(shared, 'seeds')
  return existsSync(folder) ? readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')) : []
}

/**
 * Texts that try to run, load or send something. A browser cannot read files, so they are handed over inside of a script element,
 * in base64.
 */
function hostileTexts(): string {
  const texts: string[] = []
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value)
    else if (Array.isArray(value)) value.forEach(collect)
    else if (typeof value === 'object' && value !== null) {
      const { markdown, payload, cases } = value as Record<string, unknown>
      collect(markdown ?? payload ?? cases)
    }
  }
  for (const name of ['xss', 'markdown-exfil'].map((part) => join(shared, 'corpora', part)))
    if (existsSync(name))
      for (const file of readdirSync(name))
        if (file.endsWith('.json')) collect(JSON.parse(readFileSync(join(name, file), 'utf8')))
  return Buffer.from(JSON.stringify(texts)).toString('base64')
}

const chromium = {
  extends: true as const,
  // The sheets of the demo, which runs from its sources here, and the frame in which it runs code.
  plugins: [tailwindcss(), serveSandbox(), bundleWorkers(), keepModules()],
  resolve: { conditions },
  optimizeDeps: {
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react-dom/server',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
      '@tanstack/react-query',
      'zod',
      'character-entities',
      'katex',
      '@codemirror/streamparser',
      '@codemirror/legacy-modes/mode/javascript',
      'axe-core',
      '@testing-library/react',
      '@testing-library/user-event',
      '@guidepup/virtual-screen-reader',
    ],
  },
  test: {
    name: 'browser',
    setupFiles: ['test/setup-waiting.ts', 'test/setup-react.ts'],
    env: isHunt ? { ANTIPHON_HUNT: '1' } : {},
    // The scripted endpoint and MCP servers, over HTTP and on origins of their own.
    globalSetup: [
      'test/browser/support/serve-wires.ts',
      'test/browser/support/serve-mcp.ts',
      'test/browser/support/serve-apps.ts',
    ],
    include: ['test/browser/**/*.test.tsx'],
    exclude,
    // The texts of the source systems and of hostile pages. Empty where they are absent.
    provide: { seedTexts: seedTexts(), hostileTexts: hostileTexts() },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // On two cores one page: the others' tests run beside it.
      fileParallelism: availableParallelism() > 2,
      provider: playwright({
        launchOptions: isWanted('browser') ? browserLaunchOptions() : {},
        // As long as a poll waits. Without it a press on something that is not there hangs, and the report does not say where.
        actionTimeout: 60_000,
      }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
}

/** Browser tests that do not run in Firefox, each with its reason; all others run in both. */
const chromiumAlone: Record<string, string> = {
  // Nothing of these is laid out, scrolled, pressed or typed into.
  'brand-colour': 'computes colours',
  'colliding-ids': 'reads names',
  'endpoint-in-page': 'asks an endpoint',
  'flat-cost': 'measures cost, which pnpm bench --engines does',
  'markdown-corpora': 'reads texts',
  'markdown-math': 'sets formulas',
  'markdown-mermaid': 'draws with a library',
  'react-reliability-height': 'is about React',
  'react-reliability-tearing': 'is about React',
  'react-reliability-throwing': 'is about React',
  'react-reliability-unmount': 'is about React',
  'seed-examples': 'reads texts',
  'thread-load': 'reads a database',
  wires: 'reads streams',
  // As a touch screen and with locators, which only Chromium has here.
  artifacts: 'has locators',
  'demo-*': 'is the demo',
  'jump-reason': 'has locators',
  'next-question': 'has locators',
  'phone-approval': 'is a phone',
  'sessions-page': 'is the demo',
  'source-cards': 'has locators',
  'tool-views': 'has locators',
  viewer: 'is the demo',
  'viewer-result': 'has locators',
  // A burst of 100,000 pieces has more than 50 frames there, in Firefox fewer.
  'react-reliability-deltas': 'counts frames',
}

/** The same in Firefox, where it is installed: a hunt. */
function inFirefoxToo() {
  const { missing, binary } = findEngines().find(({ name }) => name === 'Firefox')!
  if (missing.length > 0) {
    if (isWanted('firefox'))
      console.warn(`Browser tests in Firefox: none, because ${missing.join(', ')} is not installed`)
    return []
  }
  const { provider, commands, plugin } = inFirefox(binary!)
  const files = Object.keys(chromiumAlone).map((name) => `test/browser/${name}{,.hunt}.test.tsx`)
  return [
    {
      ...chromium,
      plugins: [...chromium.plugins, plugin],
      test: {
        ...chromium.test,
        name: 'firefox',
        exclude: [...exclude, ...files],
        browser: {
          ...chromium.test.browser,
          headless: false,
          ui: false,
          fileParallelism: false,
          provider,
          commands,
          instances: [{ browser: 'firefox' as const }],
        },
      },
    },
  ]
}

export const browser = [chromium, ...(isHunt ? inFirefoxToo() : [])]
