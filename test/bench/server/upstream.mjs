import { createServer } from 'node:http'

/** A model that writes 50 tokens a second, each with the time at which it left: `@1700000000000@`. */
const [seconds] = process.argv.slice(2).map(Number)
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (delta, finish_reason = null) =>
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`)
    let left = seconds * 50
    const timer = setInterval(() => {
      if (left-- > 0) return void send({ content: `@${Date.now()}@` })
      clearInterval(timer)
      send({}, 'stop')
      response.end('data: [DONE]\n\n')
    }, 20)
    response.on('close', () => clearInterval(timer))
  })
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('disconnect', () => process.exit())
