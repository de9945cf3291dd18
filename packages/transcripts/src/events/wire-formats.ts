import { createGeminiEvents, createMessagesEvents, createResponsesEvents } from '@antiphon/wires/read'
import { field, isRecord } from '@antiphon/base'
import { bedrockEvent, createBedrockEvents } from './bedrock-events.js'
import { isGeminiChunk } from './gemini-chunk.js'
import { beginsInteraction, createInteractionEvents, isInteractionEvent } from './interaction-events.js'
import { isAgUiEvent, readAgUi } from '../ag-ui/read-events.js'
import type { EventFormat } from './event-formats.js'
import { readAnswers } from './read-answers.js'

const MESSAGES = /^(?:message_(?:start|delta|stop)|content_block_(?:start|delta|stop)|ping)$/

const isResponseEvent = (event: unknown): boolean =>
  isRecord(event) &&
  typeof event.type === 'string' &&
  event.type.startsWith('response.') &&
  !('properties' in event)

/**
 * The streams of model services: each recording holds answers and nothing else. Their events are told apart by what no other
 * system has, so they are looked for before session files.
 */
export const wireFormats: readonly EventFormat[] = [
  {
    name: 'openai-responses',
    isEvent(event) {
      if (!isRecord(event) || typeof event.type !== 'string') return false
      const { type } = event
      if (type === 'error') return isRecord(event.error) || typeof event.message === 'string'
      return type === 'keepalive' || isResponseEvent(event)
    },
    isStream: (values) => values.some(isResponseEvent),
    read: (events, report, document) =>
      readAnswers(
        events,
        report,
        {
          createEvents: createResponsesEvents,
          begins: (event) => field(event, 'type') === 'response.created',
        },
        document,
      ),
  },
  {
    name: 'anthropic',
    isEvent(event) {
      if (!isRecord(event) || typeof event.type !== 'string') return false
      if (event.type === 'error') return isRecord(event.error)
      return MESSAGES.test(event.type) && !('uuid' in event)
    },
    isStream: (values) => values.some((value) => /^(?:message|content)_/.test(String(field(value, 'type')))),
    read: (events, report, document) =>
      readAnswers(
        events,
        report,
        {
          createEvents: createMessagesEvents,
          begins: (event) => field(event, 'type') === 'message_start',
        },
        document,
      ),
  },
  {
    name: 'gemini-api',
    isEvent: isGeminiChunk,
    // Several whole responses are not a stream: each one answers a prompt of its own.
    isStream(values, isEventStream) {
      const ids = new Set(values.map((value) => field(value, 'responseId')).filter((id) => id !== undefined))
      const isOpen = values.length === 1 && !JSON.stringify(values[0]).includes('"finishReason"')
      return isEventStream || isOpen || (values.length > 1 && ids.size <= 1)
    },
    read: (events, report, document) => {
      let id: unknown
      return readAnswers(
        events,
        report,
        {
          createEvents: createGeminiEvents,
          begins(event) {
            const before = id
            id = field(event, 'responseId') ?? id
            return before !== undefined && before !== id
          },
          endsInSilence: true,
        },
        document,
      )
    },
  },
  {
    name: 'gemini-api',
    isEvent: isInteractionEvent,
    read: (events, report, document) =>
      readAnswers(
        events,
        report,
        { createEvents: createInteractionEvents, begins: beginsInteraction },
        document,
      ),
  },
  { name: 'ag-ui', isEvent: isAgUiEvent, read: (events, report) => ({ messages: readAgUi(events, report) }) },
  {
    name: 'bedrock',
    isEvent: (event) => bedrockEvent(event) !== undefined,
    isStream: (values) => values.some((value) => /^(?:message|content)/.test(bedrockEvent(value)?.[0] ?? '')),
    read: (events, report, document) =>
      readAnswers(
        events,
        report,
        {
          createEvents: createBedrockEvents,
          begins: (event) => bedrockEvent(event)?.[0] === 'messageStart',
        },
        document,
      ),
  },
]
