import type { EndpointModel } from '../endpoint-types.js'
import { errorResponse } from '../http/http.js'
import { cutSteps } from './cut-steps.js'
import { chatWire } from '../wires/chat-wire.js'
import { collectWire, streamWire } from '../wires/play-wire.js'
import { type ChatRequest, textOf } from '../request/chat-request.js'
import { type Scenario, type ScriptedEvent, type UrlCitation, readTurn } from './scenario.js'

/** A scenario as a model: its steps as a stream or as a whole body, or the HTTP error it begins with. */
export function scenarioModel(scenario: Scenario): EndpointModel {
  return {
    id: scenario.id,
    description: scenario.description,
    anyWire: true,
    answer(request) {
      const { chat, generateId, wire = chatWire } = request
      const steps = (restOfAnswer(scenario, chat) ?? scenario.play(readTurn(chat)))[Symbol.iterator]()
      const first = steps.next()
      if (!first.done && first.value.type === 'http') {
        const { status, error, headers } = first.value
        return errorResponse(status, error, headers, wire.errorBody)
      }
      const pieces = cutSteps(resume(first, steps), { limit: chat.maxTokens, generateId })
      return (chat.stream ? streamWire : collectWire)(pieces, request, wire)
    },
  }
}

/**
 * The rest of an answer that was stopped while its text came, when it is asked for. The script of the question plays again, without
 * what the thread holds already. A script with calls or a bad end goes on by its own words, so that this gives undefined.
 */
function restOfAnswer(scenario: Scenario, chat: ChatRequest): ScriptedEvent[] | undefined {
  const at = chat.messages.findLastIndex(({ role }) => role === 'assistant')
  const [begun, ask, ...more] = chat.messages.slice(at)
  if (at < 1 || !begun || more.length > 0 || (ask && !/\b(continue|go on)\b/i.test(textOf(ask)))) return
  const received = textOf(begun)
  const steps = [...scenario.play(readTurn({ ...chat, messages: chat.messages.slice(0, at) }))]
  if (received === '' || steps.some(({ type }) => !/^(reasoning|text|pause|annotations)$/.test(type))) return
  const whole = steps.map((step) => (step.type === 'text' ? step.text : '')).join('')
  if (whole === received || !whole.startsWith(received)) return
  // A client may ask for the last words once more, to join the two ends.
  const asked = ask ? textOf(ask) : ''
  const [quoted = '""'] =
    /^"(?:[^"\\\n]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*"/i.exec(asked.slice(asked.indexOf('"'))) ?? []
  const words = JSON.parse(quoted) as string
  const from = received.length - (received.endsWith(words) ? words.length : 0)
  return [
    { type: 'text', text: whole.slice(from) },
    // Places count in the text of their own message.
    ...steps.flatMap((step): ScriptedEvent[] =>
      step.type === 'annotations' ? [{ ...step, annotations: citedFrom(step.annotations, from) }] : [],
    ),
  ]
}

const citedFrom = (all: readonly UrlCitation[], from: number): UrlCitation[] =>
  all.flatMap((one) => {
    const { start_index: start, end_index: end, ...page } = one.url_citation
    const place = { start_index: Math.max(0, start - from), end_index: end - from }
    return end > from ? [{ ...one, url_citation: { ...page, ...place } }] : []
  })

function* resume(
  first: IteratorResult<ScriptedEvent>,
  rest: Iterator<ScriptedEvent>,
): Generator<ScriptedEvent, void, undefined> {
  try {
    for (let next = first; !next.done; next = rest.next()) yield next.value
  } finally {
    rest.return?.()
  }
}
