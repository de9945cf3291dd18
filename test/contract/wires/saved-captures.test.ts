import { collectCompletion, type TransportResponse } from '@antiphon/core'
import type { ApiName } from '@antiphon/core/provider'
import { createTimeline, readCapture, replayTransport, responseOf, writeCapture } from '@antiphon/devtools'
import { wireReaders } from '@antiphon/wires/read'
import { describe, expect, test } from 'vitest'
import { hasRecordedWires, recordedWires } from './recorded-wires.js'

/** Folders of the recordings, and the wire that each is. */
const folders: [folder: string, api: Exclude<ApiName, 'chat'>][] = [
  ['responses', 'responses'],
  ['anthropic', 'messages'],
  ['gemini', 'gemini'],
  ['ollama', 'ollama'],
]

describe.skipIf(!hasRecordedWires).each(folders)('recordings of %s', (folder, api) => {
  const createEvents = wireReaders[api]
  const recordings = recordedWires(folder, api === 'ollama').map((one) => [one.name, one] as const)

  test.each(recordings)('%s: saved, it is read again as what it is', async (_, { bytes }) => {
    const expected = await collectCompletion(bytes, { createEvents })
    const recorded = { ...responseOf(bytes), reading: { api, createEvents } }
    const [saved] = readCapture(writeCapture([recorded]), { readers: wireReaders })
    expect(saved!.reading).toEqual({ api, createEvents })
    expect(createTimeline(saved!).completion!.message).toEqual(expected.message)
    const transport = replayTransport([saved!], { speed: 0 })
    const again = await transport.send(
      { model: 'm', messages: [], tools: [] },
      { signal: new AbortController().signal },
    )
    const answer = again as TransportResponse
    expect((await collectCompletion(answer.source, { createEvents: answer.createEvents })).message).toEqual(
      expected.message,
    )
  })
})
