// The gallery's frame is built with the classic JSX transform, which wants this name.
import * as React from 'react'
import { addons, useGlobals } from 'storybook/manager-api'
import { OWN, OWN_STREAM } from '../scrub/events.js'
import type { RecordedStream } from '../scrub/streams.js'
import { page, quiet, wire } from './panel-styles.js'
import { useGiven } from './reference-panel.js'

/** So many bytes around the cut are shown. */
const AROUND = 240

/**
 * Feeds a recorded answer to the story up to byte n. Stream and byte are part of the address, so each half state can be
 * pointed at; a file that was opened lives as long as the page.
 */
export function ScrubPanel() {
  const streams = useGiven()?.streams ?? []
  const [globals, updateGlobals] = useGlobals()
  const [own, setOwn] = React.useState<RecordedStream>()
  const chosen = String(globals['stream'] ?? '')
  const stream = chosen === OWN ? own : streams.find(({ id }) => id === chosen)
  const bytes = React.useMemo(() => new TextEncoder().encode(stream?.text ?? ''), [stream])
  const at = Math.min(Number(globals['at'] ?? 0), bytes.length)
  const go = (byte: number): void => updateGlobals({ at: Math.max(0, Math.min(bytes.length, byte)) })

  const open = async ({ target }: React.ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0]
    if (!file) return
    const opened = { id: OWN, name: file.name, text: await file.text() }
    setOwn(opened)
    addons.getChannel().emit(OWN_STREAM, opened)
    updateGlobals({ stream: OWN, at: 0 })
  }

  return (
    <div style={page}>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'center' }}>
        <label>
          Recording{' '}
          <select value={chosen} onChange={({ target }) => updateGlobals({ stream: target.value, at: 0 })}>
            <option value="">none, the story itself</option>
            {own && <option value={OWN}>{own.name}</option>}
            {streams.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Open a file <input type="file" onChange={(event) => void open(event)} />
        </label>
      </div>
      {stream && <Slider at={at} bytes={bytes} go={go} />}
    </div>
  )
}

function Slider({ at, bytes, go }: { at: number; bytes: Uint8Array; go(byte: number): void }) {
  const decoder = new TextDecoder()
  const before = decoder.decode(bytes.subarray(Math.max(0, at - AROUND), at))
  const after = decoder.decode(bytes.subarray(at, at + AROUND))
  return (
    <>
      <div style={{ display: 'flex', gap: 8, alignItems: 'center', marginTop: 12 }}>
        <button type="button" onClick={() => go(eventBefore(bytes, at))}>
          Event back
        </button>
        <button type="button" onClick={() => go(at - 1)}>
          Byte back
        </button>
        <input
          type="range"
          aria-label="Bytes that have arrived"
          style={{ flex: 1 }}
          min={0}
          max={bytes.length}
          value={at}
          onChange={({ target }) => go(Number(target.value))}
        />
        <button type="button" onClick={() => go(at + 1)}>
          Byte on
        </button>
        <button type="button" onClick={() => go(eventAfter(bytes, at))}>
          Event on
        </button>
      </div>
      <p style={quiet}>
        {at} of {bytes.length} bytes
      </p>
      <pre style={wire}>
        {before}
        <mark>│</mark>
        <span style={{ opacity: 0.6 }}>{after}</span>
      </pre>
    </>
  )
}

const NEWLINE = 10

/** Whether an event ends here: after the last of consecutive line ends. */
const isEnd = (bytes: Uint8Array, at: number): boolean => bytes[at - 1] === NEWLINE && bytes[at] !== NEWLINE

/** The end of the next line that has something in it, with the blank lines that send it off. */
function eventAfter(bytes: Uint8Array, at: number): number {
  for (let end = at + 1; end < bytes.length; end++) if (isEnd(bytes, end)) return end
  return bytes.length
}

function eventBefore(bytes: Uint8Array, at: number): number {
  for (let end = at - 1; end > 0; end--) if (isEnd(bytes, end)) return end
  return 0
}
