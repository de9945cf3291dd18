import { createEndpoint, type Scenario } from '@antiphon/endpoint'
import { serveEndpoint } from '@antiphon/endpoint/node'

/** A pause that only the test ends. */
const GATE_MS = 1_000_000_000

/**
 * `use NAME {…} and NAME {…}` makes calls, and answers with their results. `wait` stops in the middle of the answer until the test
 * opens the gate, and `hold` before its first word. `loop NAME` calls again and again.
 */
const script: Scenario = {
  id: 'script',
  description: 'Does what the prompt says.',
  *play({ prompt, outcomes }) {
    if (prompt.startsWith('use ') && outcomes.length === 0) {
      const calls = prompt
        .slice(4)
        .split(' and ')
        .map((call) => {
          const at = call.indexOf(' ')
          return { name: call.slice(0, at), arguments: call.slice(at + 1) }
        })
      return yield { type: 'calls', calls }
    }
    if (prompt.startsWith('loop '))
      return yield { type: 'calls', calls: [{ name: prompt.slice(5), arguments: '{}' }] }
    if (prompt.startsWith('hold')) yield { type: 'pause', ms: GATE_MS }
    yield { type: 'text', text: `You said: ${prompt}. ${outcomes.map(({ content }) => content).join(', ')}` }
    if (prompt.startsWith('wait')) yield { type: 'pause', ms: GATE_MS }
    yield { type: 'text', text: ' This is the end of it, with ünïcödé 🎈.' }
  },
}

export interface Upstream {
  url: string
  /** How many answers were asked for. */
  asked(): number
  /** Lets all answers go on that are held back, and those to come. */
  open(): void
  close(): Promise<void>
}

/** The scripted endpoint over HTTP. */
export async function startUpstream(): Promise<Upstream> {
  let open!: () => void
  const gate = new Promise<void>((resolve) => (open = resolve))
  const endpoint = createEndpoint({
    models: [script],
    unknownFields: 'ignore',
    async sleep(ms, signal) {
      if (ms < 1_000_000) return
      await Promise.race([
        gate,
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      ])
    },
  })
  let asked = 0
  const served = await serveEndpoint({
    ...endpoint,
    fetch(request) {
      asked++
      return endpoint.fetch(request)
    },
  })
  return { url: served.url, asked: () => asked, open, close: served.close }
}
