import type { EndpointModel } from '../endpoint-types.js'
import { errorResponse } from '../http/http.js'
import { cutSteps } from './cut-steps.js'
import { chatWire } from '../wires/chat-wire.js'
import { collectWire, streamWire } from '../wires/play-wire.js'
import { type Scenario, type ScriptedEvent, readTurn } from './scenario.js'

/** A scenario as a model: its steps as a stream or as a whole body, or the HTTP error it begins with. */
export function scenarioModel(scenario: Scenario): EndpointModel {
  return {
    id: scenario.id,
    description: scenario.description,
    anyWire: true,
    answer(request) {
      const { chat, generateId, wire = chatWire } = request
      const steps = scenario.play(readTurn(chat))[Symbol.iterator]()
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
