import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, which `pnpm test:hosts` runs without vitest
import { readmeSnippet } from '../apps/make-app.mjs'
// @ts-expect-error plain JavaScript
import { serveApp, serveModel } from '../apps/serve-app.mjs'
// @ts-expect-error plain JavaScript
import { visitApp } from '../apps/visit-app.mjs'
import { root, snippetsOf } from '../docs/pages.js'
import { sharedTarballs } from '../support/shared-tarballs.js'
import { launchBrowser, leaveBrowser } from './support/browser.js'
import { serveRegistry, type LocalRegistry } from './support/local-registry.js'

let registry: LocalRegistry
let browser: Browser
let home: string

beforeAll(async () => {
  ;[registry, browser] = await Promise.all([serveRegistry(), launchBrowser()])
  home = mkdtempSync(join(tmpdir(), 'antiphon-release-'))
  const host = new URL(registry.url).host
  writeFileSync(join(home, 'npmrc'), `registry=${registry.url}\n//${host}/:_authToken=of-this-test\n`)
  // One after the other, as a release is.
  for (const { tarball } of sharedTarballs()) await shell(home, `npm publish ${tarball} --provenance=false`)
})
afterAll(async () => {
  await Promise.all([leaveBrowser(browser), registry.close()])
  rmSync(home, { recursive: true, force: true })
})

/** Runs a line as a person types it, with the registry of this test. */
async function shell(folder: string, line: string): Promise<string> {
  const { NODE_ENV: _, ...env } = process.env
  const child = spawn(line, {
    cwd: folder,
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...env,
      CI: 'true',
      NO_COLOR: '1',
      npm_config_userconfig: join(home, 'npmrc'),
      npm_config_registry: registry.url,
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_yes: 'true',
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part))
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`${line} ended with ${code}.\n${said}`)
  return said
}

/** The app of the README, made by its commands in an empty folder. */
async function makeFromReadme(name: string): Promise<string> {
  const folder = join(home, name)
  mkdirSync(folder)
  await shell(folder, (readmeSnippet() as { commands: string }).commands.trim().replaceAll('\n', ' && '))
  return join(folder, 'chat')
}

describe('what a release publishes', () => {
  test('every package, at one version', async () => {
    expect(registry.names()).toEqual(sharedTarballs().map(({ name }) => name))
    const versions = await Promise.all(
      registry.names().map(async (name) => (await shell(home, `npm view ${name} version`)).trim()),
    )
    expect(new Set(versions).size).toBe(1)
  })

  test('the way of the README, followed in an empty folder, is a chat', async () => {
    const begun = performance.now()
    const app = await makeFromReadme('readme')
    writeFileSync(join(app, 'src/App.tsx'), (readmeSnippet() as { code: string }).code)
    await shell(app, 'npm run build')
    console.log(`From an empty folder to a built chat: ${Math.round((performance.now() - begun) / 1000)} s`)
    const one = { name: 'readme', folder: 'dist' }
    const [{ url, close }, model] = await Promise.all([serveApp(one, app), serveModel()])
    try {
      expect((await visitApp(browser, one, url, model.url)).problems).toEqual([])
    } finally {
      await Promise.all([close(), model.close()])
    }
    expect(readdirSync(join(app, 'node_modules/@antiphon')).sort()).toEqual(['core', 'react', 'ui'])
  })
})

const skills = readdirSync(join(root, 'packages'))
  .map((name) => `packages/${name}/SKILL.md`)
  .filter((path) => existsSync(join(root, path)))

describe('a coding agent that follows', () => {
  test.each(skills)(
    '%s, and nothing else, has an app that compiles, builds and passes its tests',
    async (skill) => {
      const app = await makeFromReadme(skill.split('/')[1]!)
      const page = readFileSync(join(root, skill), 'utf8')
      const lines = [...page.matchAll(/`(npm install [^`]+)`/g)].map(([, line]) => line!)
      const snippets = snippetsOf(skill)
      const isTest = (code: string): boolean => code.includes("from 'vitest'")
      for (const line of lines) await shell(app, line)

      const modules = snippets.filter(({ language }) => ['ts', 'tsx', 'js'].includes(language))
      const files = modules.map(({ language, code }, at) => {
        const file = `part-${at}.${isTest(code) ? 'test.' : ''}${language}`
        // A module with `await` at the top and no import or export would be a script.
        writeFileSync(
          join(app, 'src', file),
          /^(?:import|export)\b/m.test(code) ? code : `${code}\nexport {}\n`,
        )
        return file
      })
      // Components are built for the page; what runs on a server is compiled.
      const shown = files.filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
      writeFileSync(
        join(app, 'src/App.tsx'),
        `${shown.map((file, at) => `import * as part${at} from './${file}'`).join('\n')}\n` +
          `export default function App() { return <pre>{Object.keys({ ${shown.map((_, at) => `...part${at}`).join(', ')} }).join()}</pre> }\n`,
      )
      writeFileSync(
        join(app, 'tsconfig.check.json'),
        JSON.stringify({
          extends: './tsconfig.app.json',
          compilerOptions: {
            allowImportingTsExtensions: true,
            allowJs: true,
            noUnusedLocals: false,
            types: ['vite/client', 'node'],
          },
        }),
      )
      await shell(app, 'npx tsc -p tsconfig.check.json --noEmit')
      await shell(app, 'npx vite build')
      if (files.some((file) => file.includes('.test.'))) await shell(app, 'npx vitest run')
    },
  )
})
