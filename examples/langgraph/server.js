import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { RunAgentInputSchema } from '@ag-ui/core/schemas'
import { EventEncoder } from '@ag-ui/encoder'
import { LangGraphAgent } from '@ag-ui/langgraph'
import { startServer } from '@langchain/langgraph-api/server'
import { serveFile } from './serve-file.js'

// The server of LangGraph, as `langgraph dev` starts it. In production it is a deployment with an address of its own.
const { host } = await startServer({
  host: '127.0.0.1',
  port: 0,
  nWorkers: 2,
  cwd: import.meta.dirname,
  graphs: { harbour: './graph.js:graph' },
})

/** The keys of the state are known here, so that no request has to compile the graph for them. */
class HarbourAgent extends LangGraphAgent {
  async getSchemaKeys() {
    return { config: [], context: [], input: ['messages'], output: ['messages'] }
  }
}

const server = createServer(async (request, response) => {
  if (request.method !== 'POST' || request.url !== '/agent') return serveFile(request, response)
  const { data: input, error } = RunAgentInputSchema.safeParse(await json(request))
  if (error) return response.writeHead(400).end(error.message)

  const encoder = new EventEncoder()
  response.writeHead(200, { 'content-type': encoder.getContentType(), 'cache-control': 'no-store' })
  // An agent holds one run, so each request has its own.
  const agent = new HarbourAgent({ deploymentUrl: `http://${host}`, graphId: 'harbour' })
  const running = agent.run(input).subscribe({
    next: (event) => response.write(encoder.encodeSSE(event)),
    error(failure) {
      response.end(encoder.encodeSSE({ type: 'RUN_ERROR', message: failure.message }))
    },
    complete: () => response.end(),
  })
  response.on('close', () => running.unsubscribe())
})
server.listen(Number(process.env.PORT ?? 3000), () =>
  console.log(`http://localhost:${server.address().port}`),
)
