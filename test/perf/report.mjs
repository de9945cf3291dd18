import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { checkGoals } from './goals.mjs'

const root = join(import.meta.dirname, '../..')
export const n = (value, digits = 0) =>
  value === undefined ? '' : value.toLocaleString('en-US', { maximumFractionDigits: digits })
export const line = (cells) => `| ${cells.join(' | ')} |`

/** The figures of one run as Markdown: goals first, then every workload. */
export function reportOf(report) {
  const { results, chromium, seconds } = report
  const { version } = JSON.parse(readFileSync(join(root, 'packages/ui/package.json'), 'utf8'))
  const react = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.react
  const model = cpus()[0]?.model.trim()
  return [
    `${new Date().toISOString().slice(0, 10)}, Antiphon ${version}, React ${react}, Chromium ${chromium}, Node ${process.version},`,
    `${cpus().length} x ${model}, ${seconds} s in all.`,
    '',
    line(['goal', 'at most', 'found', '']),
    line(['---', '--:', '--:', '---']),
    ...checkGoals(report).map(({ name, value, border }) =>
      line([
        name,
        n(border, 2),
        n(value, 2),
        value === undefined ? 'not run' : value <= border ? 'reached' : 'missed',
      ]),
    ),
    '',
    line(['workload', 'kit ms', 'floor ms', 'ratio', 'long tasks', 'p95 gap ms', 'ms by part']),
    line(['---', '--:', '--:', '--:', '--:', '--:', '---']),
    ...Object.entries(results).map(([name, { antiphon, floor }]) =>
      line([
        `${name}${antiphon?.wrong.length ? ` (${antiphon.wrong.join('; ')})` : ''}`,
        busy(antiphon),
        busy(floor),
        antiphon && floor ? n(antiphon.busy / floor.busy, 2) : '',
        [antiphon, floor].map((run) => n(run?.longTasks)).join(' / '),
        [antiphon, floor].map((run) => n(run?.gapP95)).join(' / '),
        parts(antiphon, floor),
      ]),
    ),
    '',
    line(['opening', 'first paint ms', 'of processor', 'whole', 'elements', 'heap MB', 'JSON MB']),
    line(['---', '--:', '--:', '--:', '--:', '--:', '--:']),
    ...Object.entries(results)
      .filter(([name]) => name.startsWith('mount'))
      .flatMap(([name, runs]) =>
        Object.entries(runs).map(([subject, run]) =>
          line([
            `${name}, ${subject}`,
            n(run?.firstPaint),
            n(run?.firstBusy),
            n(run?.busy),
            n(run?.nodes),
            n(run && run.heap / 1e6, 1),
            n(run && run.size / 1e6, 1),
          ]),
        ),
      ),
  ].join('\n')
}

const busy = (run) =>
  run ? `${n(run.busy)}${run.runs > 1 ? ` (${run.spread.map((value) => n(value)).join('–')})` : ''}` : ''
const parts = (...runs) =>
  runs[0]?.parts?.length > 1
    ? runs.map((run) => run?.parts.map((value) => n(value)).join(' ')).join(' / ')
    : ''

/** Puts the text between the marks of a section of a page in docs; what a person wrote around it stays. */
export function writeSection(name, text, page = 'performance.md') {
  const file = join(root, 'docs', page)
  const before = readFileSync(file, 'utf8')
  const [from, to] = [`<!-- ${name}: written by pnpm bench -->`, `<!-- end of ${name} -->`]
  const start = before.indexOf(from)
  const end = before.indexOf(to)
  if (start < 0 || end < start) throw new Error(`docs/${page} has no marks "${from}" and "${to}".`)
  writeFileSync(file, `${before.slice(0, start + from.length)}\n\n${text}\n\n${before.slice(end)}`)
}
