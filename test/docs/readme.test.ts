import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
// @ts-expect-error plain JavaScript, which `pnpm test:hosts` runs without vitest
import { readmeSnippet } from '../apps/make-app.mjs'

const root = join(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

it('every link and picture of the README points at something', () => {
  const targets = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1]!)
  expect(targets.length).toBeGreaterThan(3)
  expect(targets.filter((target) => !existsSync(join(root, target)))).toEqual([])
})

it('from npm create vite to a chat it takes less than 15 lines', () => {
  const { commands, code } = readmeSnippet() as { commands: string; code: string }
  const lines = `${commands}${code}`.split('\n').filter((line) => line.trim())
  expect(lines.length).toBeLessThan(15)
})

it('every figure beside other kits is the one that was measured', () => {
  const measured = readFileSync(join(root, 'docs/performance.md'), 'utf8')
  const rowsOf = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').map((cell) => cell.trim()))
  const peers = rowsOf(measured.slice(measured.indexOf('<!-- peers'), measured.indexOf('<!-- end of peers')))
  const workloads = peers[0]!
  const kits = ['antiphon', 'ai-elements', 'assistant-ui', 'copilotkit', 'ant-design-x']
  const figures = (workload: string) =>
    kits.map(
      (kit) => peers.find((row) => row[1] === kit)![workloads.findIndex((name) => name.startsWith(workload))],
    )
  const rows = rowsOf(readme)
  const shown = (title: string) => rows.find((row) => row[1]!.startsWith(title))!.slice(2, 7)
  expect(shown('an answer into 1,000')).toEqual(figures('stream-1000 '))
  expect(shown('opening 5,000')).toEqual(figures('mount-5000'))
  expect(shown('20 parallel calls')).toEqual(figures('tools-20'))
  expect(shown('JavaScript')).toEqual(figures('JS kB'))
  const [ours, ...others] = figures('stream-1000-paced').map((text) => Number(text!.replace(',', '')))
  expect(readme).toContain(`where the kits below take ${Math.min(...others).toLocaleString('en')} ms or more`)
  expect(ours).toBeLessThan(Math.min(...others))
})

it('the counts of families and formats are those of their pages', () => {
  const linesOf = (page: string, begin: RegExp) =>
    readFileSync(join(root, page), 'utf8')
      .split('\n')
      .filter((line) => begin.test(line)).length
  expect(readme).toContain(`${linesOf('docs/endpoint-families.md', /^\| [^|]+ \| `/)} [endpoint families]`)
  expect(readme).toContain(`the rest of ${linesOf('docs/sessions.md', /^- `/)} formats`)
})
