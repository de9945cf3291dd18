import type { Manifest } from '../../../../packages/cli/src/view/manifest.js'
import { words } from './words.js'
import type { ListEvent, SearchHit, SessionSource } from './source.js'

/** Whether this page was served by `antiphon view`, which says so in its head. */
export const hasServer = (): boolean =>
  document.querySelector('meta[name="antiphon-sessions"][content="server"]') !== null

/** The sessions of the server of this page. Its address, with its token, is that of the page. */
export function createServerSource(): SessionSource {
  const base = new URL('api/', document.baseURI)
  const partsOf = (id: string, { parts }: Manifest) =>
    parts.map((part, i) => ({ ...part, url: new URL(`sessions/${id}/${i}`, base).href }))

  return {
    isLive: true,
    list: (signal) => readLines<ListEvent>(new URL('sessions', base), signal),
    search: (words, signal) =>
      readLines<SearchHit | { searched: number }>(
        new URL(`search?q=${encodeURIComponent(words)}`, base),
        signal,
      ),
    watch(id, onParts, signal) {
      const events = new EventSource(new URL(`sessions/${id}/watch`, base))
      events.addEventListener('message', ({ data }: MessageEvent<string>) =>
        onParts(partsOf(id, JSON.parse(data) as Manifest)),
      )
      signal.addEventListener('abort', () => events.close())
    },
  }
}

/** A value for each line, as the lines come. */
async function* readLines<Value>(url: URL, signal: AbortSignal): AsyncGenerator<Value> {
  const response = await fetch(url, { signal })
  if (!response.ok || !response.body) throw new Error(words.serverAnswered(response.status))
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const lines = (rest + decoder.decode(next.value, { stream: true })).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield JSON.parse(line) as Value
  }
}
