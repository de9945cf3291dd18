import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { requestCompletion } from '@antiphon/core'
import { createCompletionReader } from '@antiphon/core/wire'
import { describe, expect, it } from 'vitest'
import { begin, chunk, serve, until, type Answer } from './local-server.js'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const MB = 1024 * 1024

/** Bytes in use that cannot be freed. `external` has buffers, and long text too, which a decoder keeps outside of the heap. */
function memory(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

describe('a frame without an end (R12)', () => {
  it.each([
    ['faults: giant-frame-50mb: one frame', 'data: {"choices":[{"delta":{"content":"'],
    ['faults: no-newline-50mb: one line', ''],
  ])('%s is stopped at the limit, holding less than three times as much', (_name, prefix) => {
    const limit = 16 * MB
    const reader = createCompletionReader()
    const before = memory()
    reader.push(chunk({ content: 'kept' }) + prefix)
    let most = 0
    let pushed = 0
    for (; pushed < 50 && !reader.done; pushed++) {
      reader.push(new Uint8Array(MB).fill(120))
      most = Math.max(most, memory() - before)
    }
    expect(pushed).toBeLessThanOrEqual(17)
    // Fails as well when the measuring does: the frame itself must be seen.
    expect(most).toBeGreaterThan(limit / 2)
    expect(most).toBeLessThan(3 * limit)
    expect(reader.end()).toMatchObject({
      outcome: 'error',
      error: { kind: 'malformed_stream', code: 'frame_too_large' },
      message: { content: 'kept' },
    })
  })

  it('over a connection: the text before it stays, nothing is asked again, and the server is hung up on', async () => {
    const endless: Answer = (response) => {
      const piece = 'x'.repeat(MB)
      const write = (): void => {
        while (!response.destroyed && response.write(piece));
      }
      begin(response)
        .on('drain', write)
        .write(chunk({ content: 'kept' }))
      write()
    }
    const { baseUrl, requests } = await serve(endless)
    const request = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }], tools: [] }
    const { error, message } = await requestCompletion({ baseUrl }, request)
    expect([error?.code, message.content]).toEqual(['frame_too_large', 'kept'])
    await until(() => requests[0]!.aborted)
    expect(requests).toHaveLength(1)
  })
})
