import type { JsonMatches } from './query-json.js'

export type RunQuery = (text: string, query: string, signal: AbortSignal) => Promise<JsonMatches>

/** Runs a query beside the page, and takes the worker away when the signal says so, whatever it is doing. */
export const queryInWorker: RunQuery = (text, query, signal) => {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./query-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<JsonMatches>((resolve, reject) => {
    const cleanUp = new AbortController()
    const end = (): void => {
      cleanUp.abort()
      worker.terminate()
    }
    const listen = { signal: cleanUp.signal }
    signal.addEventListener('abort', () => (end(), reject(signal.reason as Error)), listen)
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<{ found: JsonMatches } | { error: string }>) => {
        end()
        if ('found' in data) resolve(data.found)
        else reject(new Error(data.error))
      },
      listen,
    )
    worker.addEventListener(
      'error',
      (event) => {
        event.preventDefault()
        end()
        reject(new Error(event.message || 'The part of this page that reads JSON could not be loaded.'))
      },
      listen,
    )
    worker.postMessage({ text, query }, [])
  })
}
