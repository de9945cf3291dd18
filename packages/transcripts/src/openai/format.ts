import { defineFormat } from '../shared/define-format.js'
import { detectEventStream, detectOpenAi } from './detect.js'
import { readOpenAi } from './read-openai.js'
import { writeOpenAi } from './write-openai.js'

/** The chat-completions array and everything it comes in. Style: `local` keeps our own fields, `text` writes lines. */
export const openAiFormat = defineFormat({
  name: 'openai',
  title: 'OpenAI chat completions: messages, request, response, event stream, JSON lines',
  shapes: ['messages', 'request', 'response', 'sse', 'chunks', 'conversations', 'message'],
  detect: detectOpenAi,
  detectStream: detectEventStream,
  // As `conversations` alone; in the other shapes `writeOpenAi` reports them.
  holdsSeveral: true,
  read: readOpenAi,
  write: writeOpenAi,
})
