import { defineTool } from '@antiphon/core'
import * as z from 'zod'
import { attachedFiles, findFile } from './files/attached-files.js'
import { queryInWorker, type RunQuery } from './files/query-in-worker.js'

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
