import { readDump, responseOf, type Recorder, type WireExchange } from '@antiphon/core/devtools'

/** Messages that somebody pasted, to be looked at on their own. */
export interface PastedMessages {
  messages: readonly unknown[]
  /** The model of the request they came in. */
  model?: string
}

/** What opening gave: exchanges that are in the recorder now, or messages. */
export type Opened = { exchanges: readonly WireExchange[] } | { pasted: PastedMessages }

/**
 * Takes a pasted text or the bytes of a file in. Bytes of a response are kept as they are, text or not.
 *
 * @throws CaptureError
 */
export function openDump(source: string | Uint8Array, recorder: Recorder): Opened {
  const dump = readDump(typeof source === 'string' ? source : new TextDecoder().decode(source))
  if (dump.kind === 'messages') return { pasted: { messages: dump.messages } }
  if (dump.kind === 'request') {
    const { model } = dump.body
    return { pasted: { messages: dump.messages, ...(typeof model === 'string' && { model }) } }
  }
  const exchanges = dump.kind === 'capture' ? dump.exchanges : [responseOf(source)]
  recorder.add(exchanges)
  return { exchanges: recorder.getExchanges().slice(-exchanges.length) }
}
