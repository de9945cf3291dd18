// Draws the home page from the sources of the app, in a process of its own that takes the place of a browser, and writes it as JSON.
import { defaultServerConditions, runnerImport } from 'vite'

/** The pages that are drawn. All other windows wait for the app, as somebody does who was here before. */
const windows = {
  wide: { width: 1280, height: 900, pointer: 'fine', hover: 'hover' },
  phone: { width: 390, height: 844, pointer: 'coarse', hover: 'none' },
}
let shown = windows.wide

/** Whether a media query of the app holds in the window that is drawn. A query that it does not know, such as one for print, does not. */
function holds(query) {
  const words = query
    .replaceAll(/\((min|max)-(width|height): (\d+)px\)/g, (_, end, side, px) =>
      String(end === 'min' ? shown[side] >= px : shown[side] <= px),
    )
    .replaceAll(/\((width|height) (<|>=) (\d+)px\)/g, (_, side, sign, px) =>
      String(sign === '<' ? shown[side] < px : shown[side] >= px),
    )
    .replaceAll(/\((pointer|hover): (\w+)\)/g, (_, name, value) => String(shown[name] === value))
    .replaceAll(/\([a-z-]+(?:: [\w-]+)?\)|print/g, 'false')
  return isTrue(words)
}

function isTrue(words) {
  const inner = words.replaceAll(/\(([^()]*)\)/g, (_, part) => String(isTrue(part)))
  if (inner !== words) return isTrue(inner)
  return words.split(' or ').some((part) => part.split(' and ').every((one) => one.trim() === 'true'))
}

Object.assign(globalThis, {
  location: new URL('http://localhost/'),
  history: { state: null, replaceState: (state) => (globalThis.history.state = state) },
  matchMedia: (query) => ({ matches: holds(query) }),
})

const { module } = await runnerImport('./src/first-page/render.tsx', {
  root: `${import.meta.dirname}/..`,
  configFile: false,
  logLevel: 'error',
  define: { APP_VERSION: '""', SCRIPTED_IN_PAGE: process.argv[2] },
  environments: {
    inline: {
      resolve: {
        conditions: ['antiphon-source', ...defaultServerConditions],
        noExternal: [/^@antiphon\//, 'app-parts', 'workbench'],
        external: ['react', 'react-dom', 'react/jsx-runtime', 'react-dom/server', '@tanstack/react-query'],
      },
    },
  },
})
const drawn = {}
for (const [name, window] of Object.entries(windows)) {
  shown = window
  drawn[name] = await module.renderFirstPage(name)
}
process.stdout.write(JSON.stringify(drawn), () => process.exit())
