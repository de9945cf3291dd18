import { join } from 'node:path'
import { conditions, exclude, isHunt, nodeConditions, root, sharesWorker } from './shared.js'

/** Tests that load the packages again; node.ts gives the reasons. */
const apart = [
  'packages/threads/src/ui/thread-list.test.tsx',
  'packages/ui/src/markdown/{lazy-growth,pathological,streaming-cost,render/markdown}.test.{ts,tsx}',
  'packages/ui/src/lib/{growing-text,reveal-text}.test.{ts,tsx}',
  'packages/ui/src/components/tool-approval/approval-card.test.tsx',
  'packages/ui/src/components/composer/tray-list.test.tsx',
  'packages/ui/src/components/tool-args/tool-args.test.tsx',
  'packages/ui/src/components/tool-group/tool-group-{running,writing}.test.tsx',
  'packages/ui/src/components/{error-card/error-card,reasoning/reasoning,live-foot/live-foot}.test.tsx',
  'packages/react/src/hooks/use-tool-arguments.test.tsx',
  'packages/ui/src/lib/use-now.test.tsx',
]
/** Has a worker to itself: it replaces how React makes elements, and parts of the page. */
const alone = ['test/contract/ui/in-place.test.tsx']

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
    env: sharesWorker,
    include: [
      'packages/{react,shell,ui}/src/**/*.test.{ts,tsx}',
      'packages/threads/src/{react,ui}/*.test.tsx',
      'packages/devtools/src/react/**/*.test.tsx',
      'packages/mcp/src/apps/*.test.ts',
      'test/{docs,integration/threads,contract/ui}/*.test.tsx',
    ],
    exclude: [...exclude, ...apart, ...alone],
  },
}

/**
 * React 18 in place of 19, in the components and in the library that renders them in tests. That library is loaded as a module,
 * because `require` knows no alias. And the oldest zod that the peers allow.
 */
const react18 = [
  ...['react', 'react-dom'].map((name) => ({
    find: new RegExp(`^${name}(?=/|$)`),
    replacement: join(root, 'test/react-18/node_modules', name),
  })),
  { find: /^zod\/v4$/, replacement: join(root, 'test/react-18/node_modules/zod/v4/index.js') },
  {
    find: /^@testing-library\/react$/,
    replacement: join(root, 'node_modules/@testing-library/react/dist/@testing-library/react.esm.js'),
  },
]

/** Everything that imports React goes through the alias. */
const domReact18 = {
  ...dom,
  resolve: { conditions, alias: react18 },
  test: {
    ...dom.test,
    name: 'dom-react-18',
    isolate: true,
    env: {},
    server: { deps: { inline: [/@testing-library\/react/, /@tanstack\/react-query/] } },
    include: isHunt
      ? [
          'test/react-18/**/*.test.tsx',
          'packages/react/src/{chat,hooks}/**/*.test.tsx',
          'packages/react/src/{render-count,strict-mode}.test.tsx',
          'packages/ui/src/components/{chat,composer,fold,tool-approval,tool-call,transcript,usage-meter}/*.test.tsx',
          'packages/threads/src/react/*.test.tsx',
        ]
      : ['test/react-18/**/*.test.tsx', 'packages/react/src/strict-mode.test.tsx'],
    // These render as a server does, in a page, and count what each frame renders: React 18 warns of the one, and batches the other.
    exclude: [...exclude, '**/*-hydration.test.tsx', '**/render-count.test.tsx'],
  },
}

export const jsdom = [
  dom,
  {
    ...dom,
    test: {
      ...dom.test,
      name: 'dom-apart',
      setupFiles: ['test/setup-apart.ts', ...dom.test.setupFiles],
      env: {},
      include: apart,
      exclude,
    },
  },
  { ...dom, test: { ...dom.test, name: 'dom-alone', isolate: true, env: {}, include: alone, exclude } },
  domReact18,
  {
    // The tests of an app: jsdom and happy-dom as they come, without a setup file.
    extends: true as const,
    resolve: { conditions },
    ssr: { resolve: { conditions: nodeConditions } },
    test: { name: 'dom-bare', include: ['test/bare-dom/*.test.tsx'] },
  },
]
