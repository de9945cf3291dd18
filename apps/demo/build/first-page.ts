import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { minifySync, transformWithOxc, type Plugin } from 'vite'
import { usedCss } from './used-css.js'

const folder = join(import.meta.dirname, '../src/first-page')

/** Modules that the first screen does not run, so that the file with which the page begins may not have them. */
const comesLater = [
  /packages\/(?:devtools|providers|mcp|lint|transcripts)\/src\/(?!index)/,
  /packages\/core\/src\/(?:wire|provider\/(?!index|default-settings|request\/endpoint))/,
  /packages\/core\/src\/chat\/engine|packages\/endpoint\/src\/(?:http|request|tools|script)\//,
  /live-parts\/live-parts|markdown\/grow|settings\/settings-dialog|wire\/wire-panel/,
]

/** The home page of each kind of window, as HTML. */
async function draw(isScriptedInPage: boolean): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'render-first-page.mjs'), String(isScriptedInPage)],
    { maxBuffer: 1e7, env: { ...process.env, NODE_ENV: 'production' } },
  )
  return JSON.parse(stdout) as Record<string, string>
}

/**
 * Draws the home page into the built page, with the few rules that it needs in a sheet of its own, so that its words are there before
 * any script. The whole sheet comes behind it, where it holds up nothing but the app.
 */
export function firstPage(isScriptedInPage: boolean): Plugin {
  return {
    name: 'antiphon-first-page',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || !chunk.isEntry) continue
          for (const [id, { renderedLength }] of Object.entries(chunk.modules))
            if (renderedLength > 0 && comesLater.some((one) => one.test(id)))
              throw new Error(`${id} has come into the first file. Import it where it is needed.`)
        }
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The build has no index.html.')
        const html = String(page.source)
        const [link = '', sheet = ''] = /<link rel="stylesheet"[^>]*href="\.\/([^"]+)"[^>]*>/.exec(html) ?? []
        const whole = bundle[sheet]
        if (whole?.type !== 'asset') throw new Error('The page has no sheet.')

        const drawn = Object.entries(await draw(isScriptedInPage))
        const first = `<div id="first">${drawn.map(([name, inner]) => `<div class="${name}">${inner}</div>`).join('')}</div>`
        const own = await readFile(join(folder, 'first-page.css'), 'utf8')
        const css = usedCss(`${String(whole.source)}\n${own}`, html.replace('<div id="root">', `${first}$&`))
        const early = join(folder, 'early.ts')
        const { code } = await transformWithOxc(await readFile(early, 'utf8'), early)
        // Not a module: a module would run after the page.
        const script = minifySync(early, code.replace(/^export \{\};?$/m, '')).code
        const add = (name: string, source: string): string => {
          const reference = this.emitFile({ type: 'asset', name, source })
          return `./${this.getFileName(reference)}`
        }
        page.source = html
          .replace(link, '')
          // The app waits for the little that the first words need.
          .replaceAll(/<(?:script|link rel="modulepreload")(?= )/g, '$& fetchpriority="low"')
          .replace('<script', `<link rel="stylesheet" href="${add('first.css', css)}">\n    $&`)
          .replace('</head>', `  <script src="${add('first.js', script)}"></script>\n  </head>`)
          .replace('<div id="root">', `${first}${link}$&`)
      },
    },
  }
}
