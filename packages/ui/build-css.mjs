// Compiles css/source.css to dist/styles.css, without layers, which is right in every page: unlayered rules of a host would
// win over any layer. dist/styles.layered.css is the same in layers, for hosts with Tailwind 4 whose utilities should win.
// Beside them the tokens alone, for a host that builds its own parts: as CSS, and under Tailwind's names for 4 (theme.css)
// and for a tailwind.config.js (as a preset).
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'
import config from '../../tailwind.config.js'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
mkdirSync(here('dist'), { recursive: true })

// The command line is a script for Node; calling it through node works where there is no shell to resolve it.
const cli = here('node_modules/@tailwindcss/cli/dist/index.mjs')
const compile = (input, output, ...flags) =>
  execFileSync(process.execPath, [cli, '--input', here(input), '--output', here(output), ...flags], {
    cwd: here('.'),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
compile('css/source.css', 'dist/styles.layered.css')

// A page that is written in Node or in a browser has its sheet as text, from a module: a bundler's import of a sheet in the source.
compile('css/export.css', 'dist/export/sheet.css', '--minify')
const sheet = readFileSync(here('dist/export/sheet.css'), 'utf8')
rmSync(here('dist/export/sheet.css'))
writeFileSync(here('dist/export/sheet.js'), `export const sheet = ${JSON.stringify(sheet)}\n`)

const layered = forShadowTrees(readFileSync(here('dist/styles.layered.css'), 'utf8'))
writeFileSync(here('dist/styles.layered.css'), compact(layered))
writeFileSync(
  here('dist/styles.css'),
  compact(readFileSync(here('css/unlayered.css'), 'utf8') + withoutLayers(layered)),
)
copyFileSync(here('css/theme.css'), here('dist/theme.css'))
copyFileSync(here('css/tokens.css'), here('dist/tokens.css'))
writeFileSync(here('dist/tailwind.config.js'), preset(config))
for (const name of ['sheet.d.ts', 'tailwind.config.d.ts'])
  copyFileSync(here(`css/${name}`), here(`dist/${name}`))

/**
 * The names under which the kit itself compiles, each with the prefix of the tokens: they are beside the names of a host
 * and change none of them. `content` and `darkMode` are the host's own.
 */
function preset({ theme }) {
  const prefixed = (names) =>
    Object.fromEntries(
      Object.entries(names).map(([name, value]) => [
        name === 'sans' ? 'antiphon' : `antiphon-${name}`,
        value,
      ]),
    )
  const extend = Object.fromEntries(
    Object.entries(theme.extend).map(([group, names]) => [group, prefixed(names)]),
  )
  return `export default ${JSON.stringify({ theme: { extend } }, null, 2)}\n`
}

/**
 * `@property` does nothing in a sheet of a shadow tree, so Tailwind's variables have no first values there, and borders
 * and shadows that build on them vanish. Tailwind writes those values for browsers without `@property`; the same ones
 * are given below a shadow host. `:host` matches nowhere else.
 */
function forShadowTrees(css) {
  const start = css.indexOf('@supports ((-webkit-hyphens: none)')
  const values = /\*, ::before, ::after, ::backdrop \{([^}]*)\}/.exec(css.slice(start))
  if (start < 0 || !values)
    throw new Error('Tailwind no longer writes first values for browsers without @property.')
  // At the start, where it is weaker than what follows in the sheet without layers too.
  const first = css.indexOf('@layer antiphon.theme {')
  const rule = `@layer properties {\n  :host :where(*, ::before, ::after) {${values[1]}}\n}\n`
  return css.slice(0, first) + rule + css.slice(first)
}

/** The same rules without comments and spaces. No value is written in other words: the bundler of an app does that. */
function compact(css) {
  return transformSync(css, { loader: 'css', minifyWhitespace: true, target: 'esnext' }).code
}

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
  throw new Error(
    'dist/styles.layered.css has an opening brace that nothing closes; Tailwind wrote broken CSS.',
  )
}
