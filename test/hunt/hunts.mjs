import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/pnpm.mjs'

/** Test files with a test that has the tag `hunt`, as paths from the root. */
export const filesWithTag = () =>
  ['test/browser', 'test/e2e'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`)
      .filter((file) => /tags: 'hunt'|@module-tag hunt/.test(readFileSync(join(root, file), 'utf8'))),
  )

/**
 * The hunts of `npm run test:hunt`: each searches a space, or repeats in another place what `npm test` proves in one. A test file
 * named `*.hunt.test.*` and a test with the tag `hunt` run only here; the others run here with the long amounts of
 * test/support/amount.ts.
 *
 * - `seeks`: the fault that it looks for.
 * - `tests`: parts of the paths of test files in one Vitest project; with none, all of the project. Or `script`: what Node runs.
 * - `not`: parts of paths that another hunt has.
 * - `tagged`: in place of `tests`, the tests with the tag `hunt` of these projects. Hunts with `tests` leave these out.
 * - `draws`: takes a seed; with time left, it goes on with further seeds.
 * - `alone`: measures, listens or takes all cores, so nothing may run beside it.
 * - `retry`: how often a failed test runs again. Only where programs that are not ours are driven (docs/decisions/0031).
 */
export const hunts = [
  {
    name: 'whole',
    seeks: 'something lost, doubled, run twice or run unasked in chats, tools, threads and tabs',
    project: 'core',
    tests: ['test/property/whole.'],
    draws: true,
  },
  {
    name: 'planted',
    seeks: 'a planted bug that the model of the whole misses with the amounts of npm test',
    script: ['test/hunt/planted.mjs'],
  },
  {
    name: 'streams',
    seeks: 'a stream that is read otherwise when it is split, or looks complete when it is cut',
    project: 'core',
    tests: [
      'test/replay/cut',
      'test/replay/splits',
      'test/property/hostile-wires',
      'test/property/partial-json',
      'test/property/repeated-text',
      'test/property/side-events',
      'test/property/sse-peer',
      'test/property/stream',
      'test/property/tool-calls',
    ],
    draws: true,
  },
  {
    name: 'properties',
    seeks: 'a case that breaks a rule of requests, errors, tools, findings, stores or tabs',
    project: 'core',
    tests: [
      'packages/core/src/provider/request/',
      'packages/lint/src/lint-transcript',
      'test/contract/wires/any-thread',
      'test/property/errors',
      'test/property/store',
      'test/property/thread',
      'test/property/tool-loop',
    ],
    draws: true,
  },
  {
    name: 'formats',
    seeks: 'a file of another system that loses something, or is taken for a file of a third',
    project: 'core',
    tests: ['test/contract/formats', 'test/property/formats'],
    draws: true,
  },
  {
    name: 'tabs',
    seeks: 'a thread in a real IndexedDB that differs from a simple model',
    project: 'browser',
    tests: ['test/browser/threads.test'],
    draws: true,
  },
  {
    name: 'cost',
    seeks:
      'a text that costs more than in proportion to its length, goes too deep, or is not held back while it grows',
    project: ['dom', 'dom-apart'],
    tests: [
      'deep-nesting',
      'bad-input',
      'growing-text',
      'markdown/doc.test',
      'markdown/pathological',
      'markdown/safety',
      'markdown/streaming-cost',
    ],
    alone: true,
  },
  {
    name: 'memory',
    seeks: 'memory that a hostile body can take from the proxy',
    project: 'core',
    tests: ['proxy/body-memory'],
    alone: true,
  },
  {
    name: 'server',
    seeks:
      'a message of a chat server that is lost or doubled when processes are killed, engines restart and clocks are off',
    project: 'core',
    tests: ['chat-server/faults', 'chat-server/full-disk'],
    alone: true,
  },
  {
    name: 'axe',
    seeks: 'a fault of accessibility in any story or state, in both themes and directions',
    project: 'e2e',
    tests: [
      'gallery-stories.hunt',
      'demo-accessibility.hunt',
      'demo-settings.hunt',
      'viewer.hunt',
      'cli-view.hunt',
    ],
  },
  {
    name: 'shifts',
    seeks: 'a layout that jumps at the pace of a model',
    project: 'e2e',
    tests: ['demo-shifts'],
  },
  {
    name: 'site',
    seeks: 'a page of the built site with a dead link, a fault of accessibility, a jump or too much script',
    project: 'e2e',
    tests: ['e2e/site.hunt'],
    alone: true,
  },
  {
    name: 'stories',
    seeks: 'a story that breaks on a narrow, zoomed or touched screen, or in a server render',
    project: 'e2e',
    tests: ['gallery.hunt', 'gallery-devices', 'gallery-x'],
  },
  {
    name: 'keyboard',
    seeks: 'a page that needs a mouse or a plain keyboard',
    project: 'e2e',
    tests: ['demo-keyboard-only', 'e2e/input-methods'],
  },
  {
    name: 'hosts',
    seeks:
      'an app, a bundler or a sheet of a host that the packed packages do not fit, or an app of another kit that does not compile',
    project: 'e2e',
    tests: [
      'e2e/apps',
      'coming-from',
      'registry',
      'release.hunt',
      'hosts.hunt',
      'hosts-height',
      'import-size',
    ],
  },
  {
    name: 'pages',
    seeks: 'a state of the demo, the viewer, the sessions or a large thread that is wrong in the page',
    project: ['e2e', 'browser'],
    tagged: true,
    alone: true,
  },
  {
    name: 'hostile',
    seeks:
      'code that freezes the page, a kill that loses a thread, a recording that the page shows otherwise',
    project: 'e2e',
    tests: ['demo-sandbox', 'demo-kill', 'e2e/captures'],
  },
  {
    name: 'react-18',
    seeks: 'something that works only in React 19',
    project: 'dom-react-18',
  },
  {
    name: 'firefox',
    seeks: 'a component that works only in Chromium',
    project: 'firefox',
  },
  {
    name: 'mutation',
    seeks: 'a change of the code that pairs calls with results, which no test notices (docs/mutation.md)',
    script: ['test/mutation/run.mjs', 'pairing', '--at-least', '94'],
  },
  {
    name: 'engines',
    seeks: 'a journey that fails in Chromium, Firefox or WebKitGTK',
    project: 'e2e',
    tests: ['engines.hunt'],
    retry: 1,
    alone: true,
  },
  {
    name: 'screen-reader',
    seeks: 'something that Orca does not say in Firefox or Chromium',
    project: 'e2e',
    tests: ['screen-reader.hunt'],
    retry: 1,
    alone: true,
  },
]
