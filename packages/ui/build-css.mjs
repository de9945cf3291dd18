// Compiles css/source.css to dist/styles.css, in layers, for hosts with Tailwind or with layers of their own, and to
// dist/styles.unlayered.css for hosts whose CSS is plain: unlayered rules of a host would win over any layer.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
mkdirSync(here('dist'), { recursive: true })

// The command line is a script for Node; calling it through node works where there is no shell to resolve it.
const cli = here('node_modules/@tailwindcss/cli/dist/index.mjs')
execFileSync(
  process.execPath,
  [cli, '--input', here('css/source.css'), '--output', here('dist/styles.css')],
  {
    cwd: here('.'),
    stdio: ['ignore', 'ignore', 'inherit'],
  },
)

const layered = readFileSync(here('dist/styles.css'), 'utf8')
writeFileSync(here('dist/styles.unlayered.css'), withoutLayers(layered))
copyFileSync(here('css/theme.css'), here('dist/theme.css'))

/** Takes the layer wrappers away and keeps their order, which is what decides between rules of equal weight. */
function withoutLayers(css) {
  let out = ''
  let at = 0
  for (;;) {
    const start = css.indexOf('@layer', at)
    if (start < 0) return out + css.slice(at)
    out += css.slice(at, start)
    const semicolon = css.indexOf(';', start)
    const brace = css.indexOf('{', start)
    if (brace < 0 || (semicolon >= 0 && semicolon < brace)) {
      at = semicolon + 1
    } else {
      const end = closingBrace(css, brace)
      out += withoutLayers(css.slice(brace + 1, end))
      at = end + 1
    }
  }
}

function closingBrace(css, open) {
  let depth = 0
  for (let i = open; i < css.length; i++) {
    const char = css[i]
    if (char === '"' || char === "'") {
      i = css.indexOf(char, i + 1)
    } else if (char === '/' && css[i + 1] === '*') {
      i = css.indexOf('*/', i) + 1
    } else if (char === '{') {
      depth++
    } else if (char === '}' && --depth === 0) {
      return i
    }
  }
  throw new Error('dist/styles.css has an opening brace that nothing closes; Tailwind wrote broken CSS.')
}
