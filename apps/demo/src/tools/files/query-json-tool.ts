import { type Message, defineTool } from '@antiphon/core'
import { readTextFile } from '@antiphon/core/provider'
import * as z from 'zod'
import type { JsonMatches } from './query-json.js'

export interface AttachedFile {
  name: string
  /** Undefined: not a file of text. */
  text?: string
}

/** A text file that was put into the text of a message, as `textFileToText` of the kit writes it. */
const inText = /^\s*File ("(?:[^"\\\n]|\\.)*"):\n(`{3,})[^\n`]*\n([^]*)\n?\2\s*$/

/** The files of a conversation that the user attached, the newest last. */
export function attachedFiles(messages: readonly Message[]): AttachedFile[] {
  return messages.flatMap((message) =>
    message.role === 'user' && typeof message.content !== 'string' ? message.content.flatMap(readPart) : [],
  )
}

function readPart(part: { type: string; text?: unknown; file?: unknown }): AttachedFile[] {
  if (part.type === 'text' && typeof part.text === 'string') {
    const [, quoted, , text] = inText.exec(part.text) ?? []
    return quoted === undefined || text === undefined ? [] : [{ name: JSON.parse(quoted) as string, text }]
  }
  if (part.type !== 'file') return []
  const { filename } = (part.file ?? {}) as { filename?: unknown }
  const name = typeof filename === 'string' && filename !== '' ? filename : 'file'
  return [{ name, text: readTextFile(part)?.text }]
}

/**
 * The file of that name, or the last one where no name is given. Of two with one name the newer.
 *
 * @throws Error that names the files there are.
 */
export function findFile(files: readonly AttachedFile[], name: string | undefined): Required<AttachedFile> {
  if (files.length === 0)
    throw new Error('No file is attached to this conversation. Ask the user to attach one.')
  const found = name === undefined ? files.at(-1) : files.findLast((file) => file.name === name)
  const names = [...new Set(files.map((file) => file.name))].join(', ')
  if (!found) throw new Error(`No file "${name}" is attached. Attached: ${names}.`)
  const { text } = found
  if (text === undefined) throw new Error(`"${found.name}" is not a file of text.`)
  return { name: found.name, text }
}

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
      const { name, text } = findFile(attachedFiles(getMessages()), file)
      const { matches, values, note } = await run(text, query, signal)
      // The bare values, which the screen shows as the table that they often are.
      return note === undefined ? values : { file: name, matches, values, note }
    },
  })
}
