import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  isStepCount,
  streamText,
  tool,
  toUIMessageStream,
} from 'ai'
import { z } from 'zod'
import { model } from './model.js'
import { serveFile } from './serve-file.js'

const tools = {
  bookBerth: tool({
    description: 'Books a berth of the harbour for tonight.',
    inputSchema: z.object({ berth: z.string() }),
    execute: async ({ berth }) => ({ berth, booked: true, until: '08:00' }),
  }),
}

/** The route of the chat, as in any app of the AI SDK. */
async function chat({ messages }, abortSignal) {
  const result = streamText({
    model,
    tools,
    toolApproval: { bookBerth: 'user-approval' },
    messages: await convertToModelMessages(messages),
    stopWhen: isStepCount(5),
    abortSignal,
  })
  const stream = toUIMessageStream({ stream: result.stream, originalMessages: messages })
  return createUIMessageStreamResponse({ stream })
}

const server = createServer(async (request, response) => {
  if (request.method !== 'POST' || request.url !== '/api/chat') return serveFile(request, response)
  const stop = new AbortController()
  response.on('close', () => stop.abort())
  const answer = await chat(await json(request), stop.signal)
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  Readable.fromWeb(answer.body).pipe(response)
})
server.listen(Number(process.env.PORT ?? 3000), () =>
  console.log(`http://localhost:${server.address().port}`),
)
