import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { configDefaults, defineConfig } from 'vitest/config'
// @ts-expect-error plain JavaScript, so that it also runs before anything is built
import { browserLaunchOptions } from './scripts/browser.mjs'
import { findEngines } from './test/engines/engines.js'
import { inFirefox } from './test/engines/firefox-provider.js'
import { DearFirst } from './test/support/dear-first.js'
import { secondRunReporter } from './test/support/second-run-reporter.js'

const conditions = ['antiphon-source', 'module', 'browser', 'development|production']
const builtConditions = ['module', 'node', 'development|production']
const nodeConditions = ['antiphon-source', ...builtConditions]

/** Only the browser project needs a browser; the others must run without one. */
const wants = process.argv.flatMap((word, i, all) =>
  word === '--project' ? [all[i + 1]] : word.startsWith('--project=') ? [word.slice(10)] : [],
)
const needsBrowser = wants.length === 0 || wants.includes('browser')

function seedTexts(): string[] {
  const folder = join(process.env['ANTIPHON_SHARED'] ?? join(import.meta.dirname, '../shared'), 'seeds')
  return existsSync(folder) ? readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')) : []
}

/**
 * Texts that try to run, load or send something, for a browser that cannot read files. In base64, for they are handed over inside of a
 * script element.
 */
function hostileTexts(): string {
  const folder = join(process.env['ANTIPHON_SHARED'] ?? join(import.meta.dirname, '../shared'), 'corpora')
  const texts: string[] = []
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value)
    else if (Array.isArray(value)) value.forEach(collect)
    else if (typeof value === 'object' && value !== null) {
      const { markdown, payload, cases } = value as Record<string, unknown>
      collect(markdown ?? payload ?? cases)
    }
  }
  for (const name of ['xss', 'markdown-exfil'].map((part) => join(folder, part)))
    if (existsSync(name))
      for (const file of readdirSync(name))
        if (file.endsWith('.json')) collect(JSON.parse(readFileSync(join(name, file), 'utf8')))
  return Buffer.from(JSON.stringify(texts)).toString('base64')
}

/**
 * Test files share a worker and what it has loaded: loading all of it anew for each would take as long as the tests. These
 * have one to themselves, in the project with `-alone` behind its name: they count work, which is counted in what is loaded
 * after the counting began (test/support/count-work.ts), hold what happens before something is loaded, or cannot be, or have a
 * clock that stands still, which a wait that another file has left behind would move.
 */
const alone = {
  core: [
    'packages/core/src/{partial-json/partial-json,wire/sse-parser,wire/flat-cost}.test.ts',
    'packages/core/src/errors/{chat-error,describe-body}.test.ts',
    'packages/core/src/tools/{linear-pattern,no-eval,read-json-schema,run-call}.test.ts',
    'packages/core/src/tree/scheduler.test.ts',
    'packages/core/src/wire/accumulate/{create-accumulator,tool-call-repairs,tool-calls}.test.ts',
    'packages/core/src/chat/{load-failure,tool-loop}.test.ts',
    'test/contract/text-channels.test.ts',
    'test/integration/{mcp-hostile,mcp-hostile-v2,connection/{chat,deadlines,limits,retries,stopping},proxy/slow-bodies}.test.ts',
    'test/replay/faults.test.ts',
  ],
  dom: [
    'packages/ui/src/markdown/{lazy-growth,pathological,streaming-cost,render/markdown}.test.{ts,tsx}',
    'packages/ui/src/lib/{growing-text,reveal-text}.test.{ts,tsx}',
    'packages/ui/src/components/tool-approval/approval-card.test.tsx',
    'packages/ui/src/components/composer/tray-list.test.tsx',
    'packages/ui/src/components/tool-args/tool-args.test.tsx',
    'packages/ui/src/components/tool-group/tool-group-{running,writing}.test.tsx',
    'packages/ui/src/components/{error-card/error-card,reasoning/reasoning,live-foot/live-foot}.test.tsx',
    'packages/react/src/hooks/use-tool-arguments.test.tsx',
  ],
}

/** Tells test/setup-waiting.ts that the clock may not be stopped. */
const SHARES_WORKER = { ANTIPHON_SHARES_WORKER: '1' }

const core = {
  extends: true as const,
  resolve: { conditions: nodeConditions },
  ssr: { resolve: { conditions: nodeConditions } },
  test: {
    name: 'core',
    environment: 'node',
    globalSetup: ['test/support/builds-folder.ts'],
    setupFiles: ['test/setup-waiting.ts', 'test/setup-property.ts'],
    isolate: false,
    env: SHARES_WORKER,
    include: [
      'packages/{cli,core,devtools,endpoint,formats,lint,threads}/src/**/*.test.ts',
      'apps/demo/src/**/*.test.ts',
      'test/{replay,property,contract,boundaries,bundle,integration,docs,support}/**/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, ...alone.core],
  },
}

const dom = {
  extends: true as const,
  resolve: { conditions },
  ssr: { resolve: { conditions: nodeConditions } },
  test: {
    name: 'dom',
    environment: 'jsdom',
    setupFiles: [
      'test/setup-waiting.ts',
      'test/setup-react.ts',
      'test/setup-dom.ts',
      'test/setup-property.ts',
    ],
    isolate: false,
    env: SHARES_WORKER,
    include: ['packages/{react,ui}/src/**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, ...alone.dom],
  },
}

/** The same for the files that are alone. */
const asAlone = <Project extends typeof core | typeof dom>(project: Project, include: string[]) => ({
  ...project,
  test: {
    ...project.test,
    name: `${project.test.name}-alone`,
    isolate: true,
    env: {},
    include,
    exclude: configDefaults.exclude,
  },
})

/**
 * React 18 in place of 19, for what is drawn and for what draws it in tests: that as a module, for `require` knows no alias. And
 * the oldest zod that the peers allow.
 */
const react18 = [
  ...['react', 'react-dom'].map((name) => ({
    find: new RegExp(`^${name}(?=/|$)`),
    replacement: join(import.meta.dirname, 'test/react-18/node_modules', name),
  })),
  {
    find: /^zod\/v4$/,
    replacement: join(import.meta.dirname, 'test/react-18/node_modules/zod/v4/index.js'),
  },
  {
    find: /^@testing-library\/react$/,
    replacement: join(
      import.meta.dirname,
      'node_modules/@testing-library/react/dist/@testing-library/react.esm.js',
    ),
  },
]

/** What a chat is made of, once more with React 18. Everything that imports React goes through the alias. */
const domReact18 = {
  ...dom,
  resolve: { conditions, alias: react18 },
  test: {
    ...dom.test,
    name: 'dom-react-18',
    isolate: true,
    env: {},
    server: { deps: { inline: [/@testing-library\/react/, /@tanstack\/react-query/] } },
    include: [
      'test/react-18/**/*.test.tsx',
      'packages/react/src/{chat,hooks}/**/*.test.tsx',
      'packages/react/src/{render-count,strict-mode}.test.tsx',
      'packages/ui/src/components/{chat,composer,fold,tool-approval,tool-call,transcript,usage-meter}/*.test.tsx',
      'packages/threads/src/react/*.test.tsx',
    ],
    // These draw as a server does, in a page, and count what each frame draws: React 18 warns of the one, and batches the other.
    exclude: [...configDefaults.exclude, '**/*-hydration.test.tsx', '**/render-count.test.tsx'],
  },
}

/**
 * Two at least: with one worker, which is what Vitest takes on two cores, a core has nothing to do while a test waits or a
 * worker starts.
 */
const workers = Math.max(2, availableParallelism() - 1)

const browser = {
  extends: true as const,
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
      '@modelcontextprotocol/client',
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
    // The scripted endpoint and MCP servers, over HTTP and on origins of their own.
    globalSetup: [
      'test/browser/support/serve-wires.ts',
      'test/browser/support/serve-mcp.ts',
      'test/browser/support/serve-apps.ts',
    ],
    include: ['test/browser/**/*.test.tsx'],
    // The texts of the source systems, which belong to others and stay where they are. Empty where they are absent.
    provide: { seedTexts: seedTexts(), hostileTexts: hostileTexts() },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // On two cores one page: the others' tests run beside it.
      fileParallelism: availableParallelism() > 2,
      provider: playwright({ launchOptions: needsBrowser ? browserLaunchOptions() : {} }),
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
  // A burst of 100,000 pieces has more than 50 frames there, in Firefox fewer.
  'react-reliability-deltas': 'counts frames',
}

const { missing: lack, binary } = findEngines().find(({ name }) => name === 'Firefox')!
const wantsFirefox = wants.length === 0 || wants.includes('firefox')
if (wantsFirefox && lack.length > 0)
  console.warn(`Browser tests in Firefox: none, for ${lack.join(', ')} is not installed`)

function firefoxProject() {
  const { provider, commands, plugin } = inFirefox(binary!)
  return {
    ...browser,
    plugins: [plugin],
    test: {
      ...browser.test,
      name: 'firefox',
      exclude: Object.keys(chromiumAlone).map((name) => `test/browser/${name}.test.tsx`),
      browser: {
        ...browser.test.browser,
        headless: false,
        ui: false,
        fileParallelism: false,
        provider,
        commands,
        instances: [{ browser: 'firefox' as const }],
      },
    },
  }
}

const firefox = lack.length > 0 ? [] : [firefoxProject()]

export default defineConfig({
  plugins: [react()],
  test: {
    // docs/decisions/0021: in CI run once more and named, elsewhere once.
    reporters: [
      'default',
      secondRunReporter({ known: join(import.meta.dirname, 'test/known-races.txt'), limit: 3 }),
    ],
    retry: Number(process.env['ANTIPHON_RETRY'] ?? (process.env['CI'] ? 1 : 0)),
    // A limit for what hangs; a slow machine is no failure.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: workers,
    sequence: { sequencer: DearFirst },
    projects: [
      core,
      asAlone(core, alone.core),
      dom,
      asAlone(dom, alone.dom),
      domReact18,
      {
        // The tests of an app: jsdom and happy-dom as they come, without a setup file.
        extends: true,
        resolve: { conditions },
        ssr: { resolve: { conditions: nodeConditions } },
        test: { name: 'dom-bare', include: ['test/bare-dom/*.test.tsx'] },
      },
      browser,
      ...firefox,
      {
        extends: true,
        // No `antiphon-source`: the packages as their users get them, built.
        resolve: { conditions: builtConditions },
        ssr: { resolve: { conditions: builtConditions } },
        test: {
          name: 'e2e',
          globalSetup: ['test/support/build-packages.ts', 'test/support/builds-folder.ts'],
          setupFiles: ['test/setup-waiting.ts'],
          environment: 'node',
          isolate: false,
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // After all others, for browsers and builds want the machine for themselves. One more than a small machine has cores: in
          // each there is much waiting for a page.
          sequence: { groupOrder: 1 },
          maxWorkers: 3,
        },
      },
    ],
  },
})
