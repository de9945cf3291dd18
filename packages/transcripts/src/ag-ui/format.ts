import { defineSession, entriesOf } from '../shared/define-session.js'
import { isAgUiEvent } from './event.js'
import { readAgUi } from './read-events.js'

/** Recorded runs of AG-UI, as lines, a list or an event stream. */
export const agUiFormat = defineSession({
  name: 'ag-ui',
  title: 'AG-UI: recorded events of runs',
  shapes: ['stream'],
  needs: 'events with a type such as "RUN_STARTED"',
  sign: (_, sample) => (sample.some(isAgUiEvent) ? 'events of a run' : undefined),
  read(value, report, open) {
    const thread = open('stream')
    const events = entriesOf(value).map((event) => ({ value: event }))
    thread.add(...readAgUi(events, report))
    report('stream', '', events.length, undefined)
    return thread.end()
  },
})
