import { cpus, loadavg } from 'node:os'
import { line, n } from './report.mjs'

/** Workloads for the speed of a phone: opening, an answer, an answer in a long thread, calls, and typing beside one. */
const slow = ['mount-0', 'mount-5000', 'stream-0', 'stream-1000', 'tools-20', 'typing-1000']

export const isSlowCell = (name) => slow.includes(name)

/** The figures of a run on a slowed processor as Markdown. */
export function slowReport({ results, chromium, seconds }, throttle) {
  const of = (name) => results[name]?.antiphon
  const longest = Math.max(...slow.map((name) => of(name)?.longest ?? 0))
  const goals = [
    ['the longest task of all workloads, ms', longest, 100],
    [
      'a key typed during a stream into 1,000 messages, until it is shown, p95, ms',
      of('typing-1000')?.keyP95,
      100,
    ],
    ['5,000 messages, until they are painted, ms', of('mount-5000')?.firstPaint, 500],
  ]
  return [
    `${new Date().toISOString().slice(0, 10)}, Chromium ${chromium}, slowed ${throttle} times, Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()},`,
    `load ${n(loadavg()[0], 1)}, ${seconds} s in all.`,
    '',
    line(['goal', 'at most', 'found', '']),
    line(['---', '--:', '--:', '---']),
    ...goals.map(([name, value, border]) =>
      line([
        name,
        n(border),
        n(value),
        value === undefined ? 'not run' : value <= border ? 'reached' : 'missed',
      ]),
    ),
    '',
    line(['workload', 'kit ms', 'floor ms', 'ratio', 'long tasks', 'over 100 ms', 'longest ms']),
    line(['---', '--:', '--:', '--:', '--:', '--:', '--:']),
    ...Object.entries(results).map(([name, { antiphon, floor }]) =>
      line([
        name,
        n(antiphon?.busy),
        n(floor?.busy),
        antiphon && floor ? n(antiphon.busy / floor.busy, 2) : '',
        ...['longTasks', 'over100', 'longest'].map((key) =>
          [antiphon, floor].map((run) => n(run?.[key])).join(' / '),
        ),
      ]),
    ),
  ].join('\n')
}
