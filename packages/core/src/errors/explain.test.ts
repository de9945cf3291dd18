import { describe, expect, test } from 'vitest'
import { collectCompletion, createCompletionReader } from '../wire/pipeline.js'
import { loadExplainer } from './explain.js'

const body = '{"error":{"message":"Slow down, sk-abcdefghijklmnop","code":429}}'

/** In this order: before anything has failed in an asynchronous reader, the words are not there yet. */
describe('the words for failures are loaded when something fails', () => {
  test('without them a reader that cannot wait still says what the server said, keys masked', () => {
    const reader = createCompletionReader()
    reader.push(body)
    expect(reader.end()).toMatchObject({
      outcome: 'error',
      error: { kind: 'provider', message: 'Slow down, sk-[hidden]' },
    })
    const page = createCompletionReader()
    page.push('<html><body>Bad gateway</body></html>')
    expect(page.end().error?.message).toContain('Bad gateway')
  })

  test('an asynchronous reader waits for them', async () => {
    const unterminated = `data: {"choices":[{"delta":{"content":"Half"}}]}\n\ndata: ${body}`
    expect((await collectCompletion(unterminated)).error?.kind).toBe('rate_limit')
    expect((await collectCompletion(body)).error).toMatchObject({ kind: 'rate_limit', status: 429 })
    expect((await collectCompletion(new Response(body, { status: 429 }))).error?.kind).toBe('rate_limit')
  })

  test('whoever loads them first has them everywhere', async () => {
    await loadExplainer()
    const reader = createCompletionReader()
    reader.push(body)
    expect(reader.end().error?.kind).toBe('rate_limit')
  })
})
