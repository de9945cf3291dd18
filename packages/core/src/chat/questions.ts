import type { PreparedCall } from '../tools/gate.js'
import { loadForm } from '../tools/load-form.js'
import type { PersonAnswer, PersonQuestion } from '../tools/types.js'
import type { PendingQuestion, QuestionOutcome } from './types.js'

export interface Questions {
  /**
   * Asks a person on behalf of a running call. Never answered by itself: rejects with the reason of a signal that ends it.
   *
   * @throws Error in words for a form or an address that cannot be shown.
   */
  ask(
    about: { messageId: string; prepared: PreparedCall },
    question: PersonQuestion,
    signals: readonly AbortSignal[],
    onShown: () => void,
  ): Promise<PersonAnswer>
  /** Answers a question by its key, once. */
  answer(key: string, answer: PersonAnswer): Promise<QuestionOutcome>
  has(callKey: string): boolean
}

interface Open {
  pending: PendingQuestion
  settle(answer: PersonAnswer): void
}

/** The questions that running calls of a chat ask: each shown at its call, and answered at most once. */
export function createQuestions(host: {
  now(): number
  publish(change: { questions: readonly PendingQuestion[] }): void
}): Questions {
  const open = new Map<string, Open>()
  let asked = 0
  const publish = (): void => host.publish({ questions: Array.from(open.values(), ({ pending }) => pending) })

  return {
    has: (callKey) => Array.from(open.values()).some(({ pending }) => pending.callKey === callKey),
    async ask({ messageId, prepared }, question, signals, onShown) {
      if (question.type === 'form') (await loadForm()).readForm(question.schema)
      else assertCanBeOpened(question.url)
      for (const signal of signals) signal.throwIfAborted()
      const { callKey, index: callIndex, tool } = prepared
      const key = `${callKey}/question/${++asked}`
      const about = { key, messageId, callIndex, callKey, toolName: tool.name }
      const ended = new AbortController()
      try {
        return await new Promise<PersonAnswer>((settle, reject) => {
          for (const signal of signals)
            signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: ended.signal })
          open.set(key, { pending: { ...about, question, since: host.now() }, settle })
          publish()
          onShown()
        })
      } finally {
        ended.abort()
        open.delete(key)
        publish()
      }
    },
    async answer(key, answer) {
      const question = open.get(key)?.pending.question
      if (answer.type === 'accept' && question?.type === 'form') {
        const { readForm, unfitFields } = await loadForm()
        const fields = unfitFields(readForm(question.schema), answer.content ?? {})
        if (fields.length > 0) return { status: 'invalid', fields }
      }
      const found = open.get(key)
      if (!found) return { status: 'stale' }
      // The next press is too late, although the call takes the answer a moment later.
      open.delete(key)
      found.settle(answer)
      return { status: 'accepted' }
    },
  }
}

function assertCanBeOpened(url: string): void {
  const { protocol } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new Error(`A page of "${protocol}" cannot be opened; only https and http can.`)
}
