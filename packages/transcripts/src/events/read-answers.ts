import { type Message } from '@antiphon/core'
import { type CompletionReader, type EventReader, createCompletionReader } from '@antiphon/core/wire'
import { withChoices } from '../shared/choices.js'
import type { Answers, LoggedEvent, ReportLoss, TranscriptDocument } from '../types.js'

export interface AnswerEvents {
  /** The reader that also reads them live. */
  createEvents(): EventReader
  /** Whether an answer begins with this event, so that one before it is over. Asked for each event, in order. */
  begins(event: unknown): boolean
  /** Nothing says that an answer is over but the end of the stream. */
  endsInSilence?: boolean
}

/** The answers that the events of a model service make, one message each; further choices of one are its versions. */
export function readAnswers(
  events: readonly LoggedEvent[],
  report: ReportLoss,
  { createEvents, begins, endsInSilence }: AnswerEvents,
  document: TranscriptDocument,
): Answers {
  const answers: (readonly Message[])[] = []
  let reader: CompletionReader | undefined

  const end = (): void => {
    if (!reader) return
    const { choices, repairs } = reader.end()
    for (const { rule, where, before, after } of repairs) report(`repair:${rule}`, where, before, after)
    if (choices.length > 0) answers.push(choices)
    reader = undefined
  }
  for (const event of events) {
    if ('value' in event) {
      const isNew = begins(event.value)
      // Gateways say the beginning twice; then the answer before it is not over.
      if (isNew && (endsInSilence || reader?.done || reader?.failed)) end()
      if (reader?.done) {
        report('event_unknown', '', event.value, undefined)
        continue
      }
      reader ??= createCompletionReader({ createEvents, thinkTags: false })
      reader.push(event.value as object)
    } else {
      reader ??= createCompletionReader({ createEvents, thinkTags: false })
      reader.push(event.cut ? `data: ${event.text}` : `data: ${event.text}\n\n`)
    }
  }
  end()
  return withChoices(answers, () => document)
}
