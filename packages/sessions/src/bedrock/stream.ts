import type { EventFormat } from '@antiphon/transcripts'
import { readAnswers } from '@antiphon/transcripts/toolkit'
import { bedrockEvent, createBedrockEvents } from './events.js'

/** Recorded streams of ConverseStream. */
export const bedrockStream: EventFormat = {
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
}
