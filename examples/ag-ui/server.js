import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { EventType } from '@ag-ui/core'
import { RunAgentInputSchema } from '@ag-ui/core/schemas'
import { EventEncoder } from '@ag-ui/encoder'
import { run } from './agent.js'
import { serveFile } from './serve-file.js'

const server = createServer(async (request, response) => {
  if (request.method !== 'POST' || request.url !== '/agent') return serveFile(request, response)
  const { data: input, error } = RunAgentInputSchema.safeParse(await json(request))
  if (error) return response.writeHead(400).end(error.message)

  const { threadId, runId } = input
  const encoder = new EventEncoder()
  const send = (event) => response.write(encoder.encodeSSE(event))
  response.writeHead(200, { 'content-type': encoder.getContentType(), 'cache-control': 'no-store' })
  send({ type: EventType.RUN_STARTED, threadId, runId })
  try {
    let outcome
    for (const event of run(input)) {
      if (event.interrupts) outcome = { type: 'interrupt', ...event }
      else send(event)
      await wait(30)
    }
    send({ type: EventType.RUN_FINISHED, threadId, runId, ...(outcome && { outcome }) })
  } catch (failure) {
    send({ type: EventType.RUN_ERROR, message: failure.message })
  }
  response.end()
})
server.listen(Number(process.env.PORT ?? 3000), () =>
  console.log(`http://localhost:${server.address().port}`),
)
