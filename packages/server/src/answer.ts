import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { dataHeaders } from './web/answers.js'

export function setDataHeaders(res: ServerResponse): void {
  for (const [name, value] of Object.entries(dataHeaders)) res.setHeader(name, value)
}

/** Answers a connection on which no request could be read, and closes it. */
export function answerConnection(socket: Duplex, status: number): void {
  if (!socket.writable) return void socket.destroy()
  const headers = { ...dataHeaders, connection: 'close', 'content-length': '0' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`)
}

export function sendJson(res: ServerResponse, status: number, value: unknown): void {
  if (res.headersSent) return void res.destroy()
  setDataHeaders(res)
  const body = Buffer.from(JSON.stringify(value))
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
  res.end(body)
}

/** An error as OpenAI words them, so that a chat shows it like one of its endpoint. `code` is ours. */
export function sendError(
  res: ServerResponse,
  status: number,
  message: string,
  code = 'proxy_refused',
): void {
  // The unread rest of a body would be taken for the next request.
  if (status === 413 || status === 400) res.setHeader('connection', 'close')
  sendJson(res, status, { error: { message, type: 'antiphon_demo_server', param: null, code } })
}
