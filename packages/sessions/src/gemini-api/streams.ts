import { createGeminiEvents } from '@antiphon/wires/read'
import { field } from '@antiphon/base'
import type { EventFormat } from '@antiphon/transcripts'
import { readAnswers } from '@antiphon/transcripts/toolkit'
import { isGeminiChunk } from './chunk.js'
import { beginsInteraction, createInteractionEvents, isInteractionEvent } from './interaction-events.js'

/** Recorded streams of the Gemini API, and of its Interactions. */
export const geminiStreams: readonly EventFormat[] = [
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
]
