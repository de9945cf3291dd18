import { createMessagesEvents, createResponsesEvents } from '@antiphon/wires/read'
import { field, isRecord } from '@antiphon/base'
import { isAgUiEvent } from '../ag-ui/event.js'
import { readAgUi } from '../ag-ui/read-events.js'
import type { EventFormat } from '../types.js'
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
  { name: 'ag-ui', isEvent: isAgUiEvent, read: (events, report) => ({ messages: readAgUi(events, report) }) },
]
