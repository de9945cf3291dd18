/**
 * The goals, as figures of one run: each line has a name, the value, the limit and how to read both. `undefined` where a workload
 * was not run.
 */
export function checkGoals({ results, weight }) {
  const of = (cell, subject = 'antiphon') => results[cell]?.[subject]
  const ratio = (cell) => divide(of(cell)?.busy, of(cell, 'floor')?.busy)
  const growth = (run) => divide(run?.parts?.at(-1), run?.parts?.[0])
  const streams = ['stream-0', 'stream-1000', 'tools-20', 'long-50k']
  const shapes = ['fence-5000', 'table-3000', 'paragraph-100k']
  const most = (cells, pick) => {
    const values = cells.map((cell) => pick(of(cell), of(cell, 'floor'))).filter(Number.isFinite)
    return values.length > 0 ? Math.max(...values) : undefined
  }
  const mounted = of('mount-5000')
  return [
    goal('a stream into an empty thread, times the floor', ratio('stream-0'), 2),
    goal(
      'a stream into 1,000 messages, times the same into an empty thread',
      divide(of('stream-1000')?.busy, of('stream-0')?.busy),
      1.1,
    ),
    goal('… times the floor with 1,000', ratio('stream-1000'), 0.5),
    goal('one answer of 50,000 tokens, times the floor', ratio('long-50k'), 1.8),
    goal('… its last tenth, times its first', growth(of('long-50k')), 1),
    ...shapes.map((cell) =>
      goal(
        `${cell}: growth from the first fifth to the last, times the floor's`,
        divide(growth(of(cell)), growth(of(cell, 'floor'))),
        1,
      ),
    ),
    goal('20 parallel calls, times the floor', ratio('tools-20'), 1.3),
    goal(
      'first paint of 5,000 messages beyond an empty mount, ms',
      mounted && mounted.firstPaint - (of('mount-0')?.firstPaint ?? NaN),
      150,
    ),
    goal(
      'opening 20,000 messages, times 5,000, until they are painted',
      divide(of('mount-20000')?.firstBusy, mounted?.firstBusy),
      2,
    ),
    goal('… until all is in the document', divide(of('mount-20000')?.busy, mounted?.busy), 2),
    ...[streams, shapes].map((cells) =>
      goal(
        `long tasks while streaming: ${cells.join(', ')}`,
        most(cells, (run) => run?.longTasks),
        0,
      ),
    ),
    goal(
      'p95 frame gap beyond the floor’s, frames',
      most([...streams, ...shapes], (run, floor) => run && floor && (run.gapP95 - floor.gapP95) / 16.7),
      1,
    ),
    goal('a key typed into the composer during a stream into 1,000, p95, ms', of('typing-1000')?.keyP95, 32),
    goal(
      'heap of 5,000 messages, times what is allowed (2 x their JSON + 10 MB)',
      mounted && mounted.heap / (2 * mounted.size + 10e6),
      1,
    ),
    goal('page JavaScript, gzip kB', weight.antiphon, 150),
  ]
}

const goal = (name, value, border) => ({
  name,
  value: Number.isFinite(value) ? value : undefined,
  border,
})
const divide = (a, b) => (a === undefined || !b ? undefined : a / b)
