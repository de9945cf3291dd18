import { Session } from 'node:inspector'

if (import.meta.env['ANTIPHON_SHARES_WORKER'])
  throw new Error(
    'A test that counts work has to load what it counts: add its file to `apart` in test/projects.',
  )

type Post = (method: string, params?: object) => unknown

function startCoverage(): Post {
  const session = new Session()
  session.connect()
  const post: Post = (method, params) => {
    let answer: unknown
    session.post(method, params, (error, result) => {
      if (error) throw error
      answer = result
    })
    return answer
  }
  post('Profiler.enable')
  post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return post
}

/**
 * Counting starts with the first import in a worker, which test/setup-apart.ts does before the code to be counted is loaded: V8
 * puts counters only into functions that it compiles afterwards. One session serves all files of the worker.
 */
const worker = globalThis as { antiphonCoverage?: Post }
const post = (worker.antiphonCoverage ??= startCoverage())

interface Coverage {
  result: { url: string; functions: { ranges: { count: number }[] }[] }[]
}

/**
 * Counts how much JavaScript runs until the returned function is called: how often each function and each block of it ran,
 * added up. The same work gives the same figure on every machine, so a test can hold how cost grows without a clock. Work
 * inside the engine (a regular expression, `indexOf`, `slice`) counts as nothing.
 *
 * @param of Counts only scripts whose address holds this. Default: the packages of Antiphon.
 */
export function startCounting(of = '/packages/'): () => number {
  post('Profiler.takePreciseCoverage')
  return () => {
    const { result } = post('Profiler.takePreciseCoverage') as Coverage
    let sum = 0
    for (const { url, functions } of result)
      if (url.includes(of)) for (const { ranges } of functions) for (const { count } of ranges) sum += count
    return sum
  }
}

/** {@link startCounting} around one piece of work. */
export function countWork(work: () => void, of?: string): number {
  const stop = startCounting(of)
  work()
  return stop()
}
