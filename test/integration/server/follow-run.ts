import { type StoredMessage } from '@antiphon/core'
import { createCompletionReader } from '@antiphon/core/wire'
import { createMessageStore } from '@antiphon/core/binding'
import { immediateScheduler } from '@antiphon/core/testing'
import { createParser } from 'eventsource-parser'
import type { RunEvent } from '../../../packages/server/src/runs/run-events.js'

/** A reader of a run as a client has it: the accumulator of the kit, and the rules of docs/server.md. */
export function followRun() {
  const store = createMessageStore({ scheduler: immediateScheduler })
  let offset = '-1'
  let answer: { id: string; reader: ReturnType<typeof createCompletionReader> } | undefined
  const seen: RunEvent[] = []
  const whole = new Set<string>()

  const put = (message: StoredMessage, parent: string | null): void => {
    if (store.getMessage(message.id)) store.write(message.id, message)
    else store.append(message, { parent: parent !== null && store.getMessage(parent) ? parent : null })
  }
  const apply = (id: string, data: string): void => {
    // Replayed: it counts once.
    if (id <= offset) return
    offset = id
    const value = JSON.parse(data) as RunEvent
    seen.push(value)
    if (value.antiphon === 'message' && value.node.message) {
      whole.add(value.node.id)
      if (answer?.id === value.node.id) answer = undefined
      put(value.node.message, value.node.parent)
    }
    if (value.antiphon === 'answer') {
      // The one before was given up.
      if (answer && answer.id !== value.id && !whole.has(answer.id)) store.remove(answer.id)
      answer = { id: value.id, reader: createCompletionReader() }
      put({ role: 'assistant', content: '', id: value.id }, value.parent)
    }
  }
  const piece = (id: string, data: string): void => {
    if (id <= offset) return
    offset = id
    if (!answer) return
    answer.reader.push(JSON.parse(data) as object)
    store.write(answer.id, { ...answer.reader.snapshot(), id: answer.id })
  }

  return {
    store,
    seen,
    offset: () => offset,
    texts: () => store.getMessages().map(({ content }) => content),
    /** Reads a stream to its end, or until `enough`. */
    async read(response: Response, enough: () => boolean = () => false): Promise<void> {
      const parser = createParser({
        onEvent: ({ id = '', event, data }) => (event === undefined ? piece(id, data) : apply(id, data)),
      })
      const decoder = new TextDecoder()
      const reader = response.body!.getReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        parser.feed(decoder.decode(value, { stream: true }))
        if (enough()) return reader.cancel()
      }
    },
  }
}
