import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allScenarios } from '@antiphon/endpoint'
import { describe, expect, it } from 'vitest'
import { llmsIndex, markdownTwin } from '../../apps/docs/src/site/for-machines.js'
import { exportedComponents } from '../../apps/docs/src/site/part-page.js'
import { partKeys } from '../../apps/docs/src/site/part-keys.js'
import { parts } from '../../apps/docs/src/site/parts.js'
import { sections } from '../../apps/docs/src/site/site-map.js'
import { sitePages } from '../../apps/docs/src/site/site-pages.js'
import questions from '../e2e/site-questions.json' with { type: 'json' }
import { root } from '../projects/shared.js'

const pages = sitePages()
const addresses = pages.map(({ id }) => (id === 'index' ? '/' : `/${id}/`))

/** The built site is crawled by test/e2e/site.hunt.test.ts; here is what needs no build. */
describe('the site', () => {
  it('has a place for each page of the docs and for the reference of each package, once', () => {
    const markdown = (folder: string): string[] =>
      readdirSync(join(root, folder)).flatMap((name) => (name.endsWith('.md') ? [`${folder}/${name}`] : []))
    const packages = readdirSync(join(root, 'packages')).flatMap((name) => markdown(`packages/${name}`))
    const wanted = [
      ...markdown('docs'),
      ...markdown('docs/reference'),
      ...markdown('docs/wire'),
      ...markdown('docs/coming-from'),
      ...packages.filter((file) => /\/(?:README|api)\.md$/.test(file)),
    ]
    const mapped = sections.flatMap((section) => section.pages.flatMap(({ files }) => files))
    expect(mapped).toEqual([...new Set(mapped)])
    expect(wanted.filter((file) => !mapped.includes(file))).toEqual([])
  })

  it('has a page for each component that can be imported, with states and streams that exist', () => {
    expect(parts.map(({ name }) => name).sort()).toEqual(exportedComponents().sort())
    const scenarios = allScenarios.map(({ id }) => id)
    expect(
      parts.flatMap(({ stream }) => stream ?? []).filter((stream) => !scenarios.includes(stream)),
    ).toEqual([])
    const empty = pages.filter(({ body }) => body.includes('data-states=""'))
    expect(empty.map(({ id }) => id)).toEqual([])
  })

  it('says what the keys of a component do where its file listens to some', () => {
    const names = parts.map(({ name }) => name)
    expect(Object.keys(partKeys).filter((name) => !names.includes(name))).toEqual([])
    const files = ['ui', 'shell', 'artifacts', 'devtools', 'threads'].flatMap((name) => {
      const folder = join(root, 'packages', name, 'src')
      return readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /(?<!\.(?:test|stories))\.tsx$/.test(file))
        .map((file) => ({ file: `${name}/${file}`, text: readFileSync(join(folder, file), 'utf8') }))
    })
    const silent = files.filter(({ text }) => {
      const own = names.filter((name) => new RegExp(`export (?:function|const) ${name}\\b`).test(text))
      return /onKeyDown=|'keydown'/.test(text) && own.length > 0 && !own.some((name) => partKeys[name])
    })
    expect(silent.map(({ file }) => file)).toEqual([])
  })

  it('has addresses that differ, and a title and a description on each page', () => {
    expect(addresses).toEqual([...new Set(addresses)])
    expect(pages.filter(({ title, description }) => !title || description.length < 10)).toEqual([])
  })

  it('leads from page to page, in the page and in its Markdown', () => {
    const lost = pages.flatMap((page) => {
      const links = [...page.body.matchAll(/\]\((\/[^)#]*)(?:#[^)]*)?\)/g)].map(([, path]) => path!)
      const twins = [...markdownTwin(page).matchAll(/\]\((\/[^)#]*)(?:#[^)]*)?\)/g)].map(([, path]) => path!)
      const isTwin = (path: string): boolean => pages.some(({ id }) => path === `/${id}.md`)
      return [
        ...links.filter((path) => !addresses.includes(path) && !path.startsWith('/images/')),
        ...twins.filter((path) => !isTwin(path) && !path.startsWith('/images/')),
      ].map((path) => `${page.id}: ${path}`)
    })
    expect(lost).toEqual([])
  })

  it('is listed for programs, and answers questions by pages that it has', () => {
    const index = llmsIndex(pages)
    expect(pages.filter(({ id }) => id !== 'index' && !index.includes(`(/${id}.md)`))).toEqual([])
    expect(questions.filter(({ page }) => !addresses.includes(page))).toEqual([])
  })
})
