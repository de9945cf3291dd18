import type { AppAnswer, AppQuestion } from './types.js'

type Asked = AppQuestion extends infer One ? (One extends AppQuestion ? Omit<One, 'key'> : never) : never

/** Questions of an app that wait at the same time. More are refused. */
const MAX_WAITING = 20
/** Refusals of one kind in a row, after which the app is refused without asking again. Calls are always asked about. */
const MAX_REFUSALS = 3

export interface AppQuestions {
  /** The one that is shown; the others wait. */
  readonly first: AppQuestion | undefined
  ask(question: Asked, signal: AbortSignal): Promise<AppAnswer>
  answer(key: number, answer: AppAnswer): void
  /** Refuses all: the app is gone. */
  close(): void
}

/** The questions of one app, one after the other. */
export function createAppQuestions(onChange: () => void): AppQuestions {
  const waiting = new Map<number, { question: AppQuestion; resolve(answer: AppAnswer): void }>()
  const refusals = { link: 0, message: 0, call: 0 }
  let last = 0
  const settle = (key: number, answer: AppAnswer): void => {
    const one = waiting.get(key)
    if (!one) return
    waiting.delete(key)
    one.resolve(answer)
    onChange()
  }
  return {
    get first() {
      return waiting.values().next().value?.question
    },
    ask(asked, signal) {
      const isTold = asked.kind !== 'call' && refusals[asked.kind] >= MAX_REFUSALS
      if (isTold || waiting.size >= MAX_WAITING || signal.aborted) return Promise.resolve({ allow: false })
      const key = ++last
      const question: AppQuestion = { key, ...asked }
      const answer = new Promise<AppAnswer>((resolve) => waiting.set(key, { question, resolve }))
      signal.addEventListener('abort', () => settle(key, { allow: false }), { once: true })
      onChange()
      return answer
    },
    answer(key, answer) {
      const kind = waiting.get(key)?.question.kind
      if (kind) refusals[kind] = answer.allow ? 0 : refusals[kind] + 1
      settle(key, answer)
    },
    close() {
      for (const key of Array.from(waiting.keys())) settle(key, { allow: false })
    },
  }
}
