import { defineTool, type ChatTransport } from '@antiphon/core'
import type { Piece } from './workload.js'

/** A body that is written while it is read. */
function createBody() {
  const waiting: string[] = []
  let wake = (): void => {}
  let ended = false
  return {
    write(text: string, last = false): void {
      waiting.push(text)
      ended ||= last
      wake()
    },
    async *read(): AsyncGenerator<string> {
      for (;;) {
        const text = waiting.shift()
        if (text !== undefined) yield text
        else if (ended) return
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}

/** Written out, not made from an object: what a server does is not to be measured. */
const frame = (delta: string, reason = 'null'): string =>
  `data: {"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":${delta},"finish_reason":${reason}}]}\n\n`

/**
 * A model that says what it is given, in the bytes of an event stream, so that what is measured is the whole way from the
 * wire to the screen. Results go to tools that wait for them; then the next request is answered.
 */
export function createScriptedModel(toolCount = 20) {
  let body = createBody()
  let next = body
  let places: string[] = []
  const resolvers = new Map<string, (result: unknown) => void>()
  const results = new Map<string, Promise<unknown>>()
  const resultOf = (id: string): Promise<unknown> => {
    const found = results.get(id) ?? new Promise((resolve) => resolvers.set(id, resolve))
    results.set(id, found)
    return found
  }
  const end = (reason: string): void => next.write(`${frame('{}', `"${reason}"`)}data: [DONE]\n\n`, true)
  const transport: ChatTransport = {
    async send() {
      const current = body
      body = next
      return current.read()
    },
  }
  const tools = Array.from({ length: toolCount }, (_, at) =>
    defineTool({
      name: `tool_${at}`,
      description: 'Answers from outside.',
      parameters: { type: 'object' },
      execute: (_args, { callId }) => resultOf(callId),
    }),
  )

  const write = (piece: Piece): string => {
    switch (piece.t) {
      case 'text':
        return frame(`{"content":${JSON.stringify(piece.d)}}`)
      case 'tool': {
        const { id, name } = piece
        places.push(id)
        const call = { index: places.length - 1, id, type: 'function', function: { name, arguments: '' } }
        return frame(JSON.stringify({ tool_calls: [call] }))
      }
      case 'args': {
        const call = { index: places.indexOf(piece.id), function: { arguments: piece.d } }
        return frame(JSON.stringify({ tool_calls: [call] }))
      }
      default:
        return ''
    }
  }

  return {
    transport,
    tools,
    push(pieces: readonly Piece[]): void {
      let text = ''
      for (const piece of pieces) {
        if (piece.t === 'result') {
          if (places.length > 0) {
            if (text !== '') next.write(text)
            text = ''
            end('tool_calls')
            next = createBody()
            // The request after the results reads this one.
            body = next
            places = []
          }
          const result = resultOf(piece.id)
          resolvers.get(piece.id)?.(piece.result)
          results.set(piece.id, result)
        } else text += write(piece)
      }
      if (text !== '') next.write(text)
    },
    end: () => end('stop'),
  }
}
