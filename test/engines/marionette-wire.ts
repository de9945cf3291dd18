import { connect, type Socket } from 'node:net'
import type { Wire } from './wire.js'

/**
 * WebDriver as Firefox itself speaks it, without a driver between: Marionette, which is what geckodriver translates to. A message is its
 * length in bytes, a colon and JSON: `[0, id, command, parameters]` there and `[1, id, error, result]` back.
 */
export async function marionetteWire(port: number): Promise<{ wire: Wire; close(): void }> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const one = connect(port, '127.0.0.1', () => resolve(one)).once('error', reject)
  })
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let buffer = Buffer.alloc(0)
  let last = 0
  const fail = (why: string): void => {
    for (const { reject } of waiting.values()) reject(new Error(why))
    waiting.clear()
  }
  socket.on('close', () => fail('Firefox is gone.'))
  socket.on('error', (error) => fail(error.message))
  socket.on('data', (bytes: Buffer) => {
    buffer = Buffer.concat([buffer, bytes])
    for (;;) {
      const colon = buffer.indexOf(':')
      const length = Number(buffer.subarray(0, Math.max(0, colon)).toString())
      if (colon < 0 || buffer.length < colon + 1 + length) return
      const message: unknown = JSON.parse(buffer.subarray(colon + 1, colon + 1 + length).toString())
      buffer = buffer.subarray(colon + 1 + length)
      // The first message greets.
      if (!Array.isArray(message)) continue
      const [, id, error, result] = message as [number, number, { message: string } | null, unknown]
      const one = waiting.get(id)
      waiting.delete(id)
      if (error) one?.reject(new Error(JSON.stringify(error).slice(0, 2000)))
      else one?.resolve((result as { value?: unknown } | null)?.value ?? result)
    }
  })
  return {
    wire: (command, params = {}) =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve, reject })
        const text = JSON.stringify([0, id, `WebDriver:${command}`, params])
        socket.write(`${Buffer.byteLength(text)}:${text}`)
      }),
    close: () => socket.destroy(),
  }
}
