import reference from 'virtual:component-reference'
import { addons } from 'storybook/preview-api'
import { GIVE, GIVEN, OWN, OWN_STREAM } from './scrub/events.js'
import { recordedStreams, type RecordedStream } from './scrub/streams.js'

let own: RecordedStream | undefined
const listeners = new Set<() => void>()

/** The stream of this id, one that was opened from a file included. */
export const findStream = (id: string | undefined): RecordedStream | undefined =>
  id === OWN ? own : recordedStreams.find((stream) => stream.id === id)

/** Calls back when another file was opened. */
export function onOwnStream(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Answers the panels: what the components' sources say, and which streams there are. */
export function servePanels(): void {
  const channel = addons.getChannel()
  const give = (): void => channel.emit(GIVEN, { reference, streams: recordedStreams })
  channel.on(GIVE, give)
  channel.on(OWN_STREAM, ({ name, text }: { name: string; text: string }) => {
    own = { id: OWN, name, text }
    for (const listener of listeners) listener()
  })
  give()
}
