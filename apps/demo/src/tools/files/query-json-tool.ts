import { defineTool } from '@antiphon/core'
import * as z from 'zod'
import type { JsonMatches } from './query-json.js'

export type RunQuery = (text: string, query: string, signal: AbortSignal) => Promise<JsonMatches>

/** Runs a query in a worker, and terminates the worker when the signal is aborted. */
const queryInWorker: RunQuery = (text, query, signal) => {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./query-worker.js', import.meta.url), { type: 'module' })
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

/** Looks things up in a JSON file that the user attached, so that the model need not read all of it. */
export function createQueryJson(run: RunQuery = queryInWorker) {
  return defineTool({
    name: 'query_json',
    description:
      'Finds values in a JSON file that the user attached to this conversation, by a JSONPath query (RFC 9535). Also for files with one JSON value on each line.',
    parameters: z.object({
      query: z.string().describe('Such as $.items[*].name, $..price or $.items[?@.price < 10]'),
      file: z.string().optional().describe('Name of the attached file. Default: the one attached last'),
    }),
    timeout: 10_000,
    async execute({ query, file }, { getMessages, signal }) {
      const { attachedFiles, findFile } = await import('./attached-files.js')
      const { name, text } = findFile(attachedFiles(getMessages()), file)
      const { matches, values, note } = await run(text, query, signal)
      // The bare values, which the screen shows as the table that they often are.
      return note === undefined ? values : { file: name, matches, values, note }
    },
  })
}
