import * as z from 'zod'
import { answers, fileAsk, fileId, shareAsk, threadChange, threadWrite } from './thread-schemas.js'

const schemaOf = (schema: z.ZodType): unknown => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}
const content = (schema: z.ZodType): object => ({ 'application/json': { schema: schemaOf(schema) } })
const body = (schema: z.ZodType): object => ({ required: true, content: content(schema) })
const query = (name: string, description: string): object => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string' },
})

const refusal = (description: string): object => ({ description, content: content(answers.error) })
const refusals = {
  400: refusal('The path, the query or the body does not fit. The message names the field.'),
  401: refusal('Nobody is signed in, or somebody else than the page was opened for: see `antiphon-user`.'),
  403: refusal('A page of another origin, or a user who may not use the chat.'),
  503: refusal('The database cannot be reached, or the server is about to end.'),
}
const bodyRefusals = {
  ...refusals,
  408: refusal('The body stopped before its end.'),
  413: refusal('The body is too long.'),
  415: refusal('The body is not JSON.'),
}
const ok = (description: string, schema: z.ZodType): object => ({ description, content: content(schema) })
const done = { description: 'Done, or there was nothing to do.' }

/**
 * The protocol of `createHttpStorage` as an OpenAPI 3.1 document, for those who write the server in another language. The schemas of the
 * bodies are those that this server checks with.
 */
export function threadsOpenApi(): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Antiphon threads', version: '1', description: ABOUT },
    paths: {
      '/threads': {
        parameters: [userHeader],
        get: {
          summary:
            'The threads of the user that changed after a mark, or the ids of those that have all words.',
          parameters: [
            query('since', 'The `next` of an earlier answer. A mark that is not known is refused with 400.'),
            query('q', 'Words; the last one may be the start of one. The answer is then `{ ids }`.'),
          ],
          responses: {
            200: {
              description: 'A page of the list, or what was found.',
              content: {
                'application/json': { schema: { oneOf: [schemaOf(answers.page), schemaOf(answers.found)] } },
              },
            },
            ...refusals,
          },
        },
      },
      '/threads/{id}': {
        parameters: [userHeader, threadId],
        get: {
          summary: 'A thread with its messages.',
          parameters: [query('ids', 'A JSON list: only the messages with these ids.')],
          responses: {
            200: ok('The thread.', answers.thread),
            204: { description: 'There is no such thread.' },
            ...refusals,
          },
        },
        patch: {
          summary: 'Changes the title, the folder and the marks of a thread that is there.',
          requestBody: body(threadChange),
          responses: { 204: done, ...bodyRefusals },
        },
        delete: {
          summary: 'Deletes a thread for good and leaves its mark.',
          responses: { 204: done, ...refusals },
        },
      },
      '/threads/{id}/nodes': {
        parameters: [userHeader, threadId],
        post: {
          summary: 'Writes messages, all or none of them.',
          requestBody: body(threadWrite),
          responses: {
            200: ok('Whether they are written.', answers.written),
            507: refusal('The disk of the database is full.'),
            ...bodyRefusals,
          },
        },
      },
      '/threads/{id}/files': {
        parameters: [userHeader, threadId],
        post: {
          summary:
            'Says where a large file of a message is uploaded: at `url` with these headers, or at this server when there is none. Absent on a server that keeps no files; these stay in their messages.',
          requestBody: body(fileAsk),
          responses: { 200: ok('Where.', answers.upload), 410: gone, ...bodyRefusals },
        },
      },
      '/threads/{id}/files/{fileId}': {
        parameters: [userHeader, threadId, fileParameter],
        put: {
          summary: 'Stores a file. A message names it in `files`: `{ at, id, before }`.',
          requestBody: { required: true, content: bytes },
          responses: { 204: done, 410: gone, ...bodyRefusals },
        },
        get: {
          summary: 'The file, or as JSON the address where it is read.',
          responses: {
            200: { description: 'The file.', content: { ...content(answers.address), ...bytes } },
            404: refusal('There is no such file.'),
            ...refusals,
          },
        },
      },
      '/threads/{id}/shares': {
        parameters: [userHeader, threadId],
        post: {
          summary: 'Makes a link to a page, which whoever has it may read for some seconds.',
          requestBody: body(shareAsk),
          responses: {
            201: ok('The link. `path` is below the base URL, and is not told again.', answers.shared),
            404: refusal('There is no such thread.'),
            ...bodyRefusals,
          },
        },
        get: {
          summary: 'The links that have not ended.',
          responses: { 200: ok('The links.', answers.shares), ...refusals },
        },
      },
      '/threads/{id}/shares/{shareId}': {
        parameters: [
          userHeader,
          threadId,
          { name: 'shareId', in: 'path', required: true, schema: { type: 'string' } },
        ],
        delete: { summary: 'Ends a link.', responses: { 204: done, ...refusals } },
      },
      '/shared/{token}': {
        parameters: [{ name: 'token', in: 'path', required: true, schema: { type: 'string' } }],
        get: {
          summary: 'The page of a link. Nobody is asked who they are.',
          responses: {
            200: { description: 'The page.', content: { 'text/html': {} } },
            404: { description: 'There is no such link, or it has ended.', content: { 'text/plain': {} } },
          },
        },
      },
    },
  }
}

const ABOUT =
  'Each answer to a user who is signed in names that user in the header `antiphon-user`: any text, another one for each person.'
const userHeader = {
  name: 'antiphon-user',
  in: 'header',
  description:
    'The user whom the first answer named. Where somebody else is signed in by now, the answer is 401.',
  schema: { type: 'string' },
}
const threadId = { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 500 } }
const fileParameter = { name: 'fileId', in: 'path', required: true, schema: schemaOf(fileId) }
const bytes = { 'application/octet-stream': {} }
const gone = refusal('The thread is deleted.')
