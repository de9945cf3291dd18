import { describe, expect, test } from 'vitest'
import { createAccumulator, type AccumulatorOptions } from './accumulator.js'
import { normalizeFinishReason, normalizeUsage } from './read-value.js'

describe('finish reasons (docs/wire 2.6)', () => {
  test.each<[string, string]>([
    ...['stop', 'end_turn', 'eos', 'eos_token', 'stop_sequence', 'end', 'STOP', 'complete'].map(
      (raw): [string, string] => [raw, 'stop'],
    ),
    ...['length', 'max_tokens', 'model_length', 'MAX_TOKENS', 'model_context_window_exceeded'].map(
      (raw): [string, string] => [raw, 'length'],
    ),
    ...['content_filter', 'sensitive', 'refusal', 'SAFETY', 'content_filtered'].map(
      (raw): [string, string] => [raw, 'content_filter'],
    ),
    ...[
      'insufficient_system_resource',
      'aborted',
      'network_error',
      'error',
      'abort',
      'malformed_function_call',
      'time_limit',
      'function_call_filter: MALFORMED_FUNCTION_CALL',
    ].map((raw): [string, string] => [raw, 'error']),
    ...['max_output_tokens', 'token_limit', 'MAX_NEW_TOKENS'].map((raw): [string, string] => [raw, 'length']),
    ...['cancelled', 'canceled', 'user_cancelled'].map((raw): [string, string] => [raw, 'cancelled']),
    ['something new', 'other'],
    ['nonstop', 'other'],
    ['no_tool_calls', 'other'],
    ['tool_calls_x', 'other'],
    ...[
      '',
      ' ',
      'null',
      'None',
      'undefined',
      '0',
      'false',
      '-',
      'N/A',
      'unset',
      'FINISH_REASON_UNSPECIFIED',
    ].map((raw): [string, string] => [raw, 'incomplete']),
    ...['in_progress', 'not_finished', 'incomplete', 'running', 'generating', 'continue'].map(
      (raw): [string, string] => [raw, 'incomplete'],
    ),
    ...['failed', 'exception', 'timeout', 'timed_out', 'deadline_exceeded', 'server-error'].map(
      (raw): [string, string] => [raw, 'error'],
    ),
    ['interrupted', 'cancelled'],
    ['max-tokens', 'length'],
    ['blocked', 'content_filter'],
    ['moderation', 'content_filter'],
    ['policy_violation', 'content_filter'],
    ...['endTurn', 'FinishReason.STOP'].map((raw): [string, string] => [raw, 'stop']),
    ['FinishReason.MAX_TOKENS', 'length'],
  ])('%s is %s', (raw, reason) => expect(normalizeFinishReason(raw)).toBe(reason))

  test.each(['tool_calls', 'tool_use', 'function_call', 'tool_call', 'toolUse', 'FinishReason.TOOL_CALLS'])(
    '%s is tool_calls with calls, stop without',
    (raw) => {
      expect(normalizeFinishReason(raw, true)).toBe('tool_calls')
      expect(normalizeFinishReason(raw, false)).toBe('stop')
    },
  )

  test('the word of the server and of the one behind it are both kept', () => {
    const accumulator = createAccumulator()
    accumulator.push({
      choices: [{ delta: { content: 'a' }, finish_reason: 'length', native_finish_reason: 'MAX_TOKENS' }],
    })
    expect(accumulator.finish().message).toMatchObject({
      finishReason: 'length',
      finishReasonRaw: 'length',
      metadata: { 'wire.native_finish_reason': 'MAX_TOKENS' },
    })
  })

  test.each<[string, boolean]>([
    ['tool_calls', true],
    ['tool-use', true],
    ['function_call', true],
    ['stopped_by_user', false],
    ['stop', false],
  ])('%s without calls: reported %s', (raw, reported) => {
    const accumulator = createAccumulator()
    accumulator.push({ choices: [{ delta: { content: 'a' }, finish_reason: raw }] })
    const repair = {
      rule: 'finish_reason_without_calls',
      where: 'choices[0].finish_reason',
      before: raw,
      after: 'stop',
    }
    expect(accumulator.finish()).toMatchObject({
      message: { finishReason: 'stop' },
      repairs: reported ? [repair] : [],
    })
  })

  test('a word for none on each chunk is not a repair', () => {
    for (const raw of ['', 'null']) {
      const accumulator = createAccumulator()
      accumulator.push({ choices: [{ delta: { content: 'a' }, finish_reason: raw }] })
      const { message, repairs } = accumulator.finish()
      expect([message.finishReason, message.finishReasonRaw, repairs]).toEqual(['incomplete', undefined, []])
    }
  })

  test('calls win over stop, not over length', () => {
    expect(normalizeFinishReason('STOP', true)).toBe('tool_calls')
    expect(normalizeFinishReason('length', true)).toBe('length')
    expect(normalizeFinishReason(null, true)).toBe('incomplete')
    expect(normalizeFinishReason(undefined)).toBe('incomplete')
  })
})

describe('usage (docs/wire 2.7)', () => {
  test.each<[string, object, object | undefined]>([
    [
      'OpenAI',
      {
        prompt_tokens: 5,
        completion_tokens: 3,
        total_tokens: 8,
        prompt_tokens_details: { cached_tokens: 2 },
        completion_tokens_details: { reasoning_tokens: 1 },
      },
      { inputTokens: 5, outputTokens: 3, totalTokens: 8, cachedInputTokens: 2, reasoningTokens: 1 },
    ],
    [
      'a total that leaves the thinking out (xAI)',
      {
        prompt_tokens: 307,
        completion_tokens: 26,
        total_tokens: 560,
        completion_tokens_details: { reasoning_tokens: 227 },
      },
      { inputTokens: 307, outputTokens: 253, totalTokens: 560, reasoningTokens: 227 },
    ],
    [
      'DeepSeek',
      { prompt_tokens: 5, prompt_cache_hit_tokens: 4, prompt_cache_miss_tokens: 1 },
      { inputTokens: 5, cachedInputTokens: 4 },
    ],
    ['Moonshot', { prompt_tokens: 5, cached_tokens: 4 }, { inputTokens: 5, cachedInputTokens: 4 }],
    [
      'OpenRouter',
      { prompt_tokens: 5, cost: 0.5, prompt_tokens_details: { cache_write_tokens: 3 } },
      { inputTokens: 5, cacheWriteInputTokens: 3, cost: { amount: 0.5, currency: 'USD' } },
    ],
    [
      'Perplexity',
      { prompt_tokens: 5, reasoning_tokens: 7, cost: { input_tokens_cost: 1, total_cost: 2 } },
      { inputTokens: 5, reasoningTokens: 7, cost: { amount: 2, currency: 'USD' } },
    ],
    [
      'names of the Responses API',
      { input_tokens: 5, output_tokens: 3, output_tokens_details: { reasoning_tokens: 2 } },
      { inputTokens: 5, outputTokens: 3, reasoningTokens: 2 },
    ],
    [
      'Anthropic, whose input leaves out what its cache read and wrote',
      { input_tokens: 5, cache_read_input_tokens: 40, cache_creation_input_tokens: 300, output_tokens: 3 },
      { inputTokens: 345, outputTokens: 3, cachedInputTokens: 40, cacheWriteInputTokens: 300 },
    ],
    [
      'a cache that adds to no input',
      { input_tokens: '5', cache_read_input_tokens: 40 },
      { cachedInputTokens: 40 },
    ],
    [
      'Anthropic on its thinking',
      { output_tokens: 3, output_tokens_details: { thinking_tokens: 2 } },
      { outputTokens: 3, reasoningTokens: 2 },
    ],
    ['zero is a value', { prompt_tokens: 0, completion_tokens: 0 }, { inputTokens: 0, outputTokens: 0 }],
    [
      'null and text are no values',
      { prompt_tokens: null, completion_tokens: '3', total_tokens: 8 },
      { totalTokens: 8 },
    ],
    [
      'Anthropic in its details',
      { prompt_tokens: 5, prompt_tokens_details: { cache_creation_tokens: 3 } },
      { inputTokens: 5, cacheWriteInputTokens: 3 },
    ],
    [
      'less than nothing and more than a number holds are no values',
      { prompt_tokens: -1, completion_tokens: Infinity, total_tokens: 8 },
      { totalTokens: 8 },
    ],
    ['nothing known', { queue_time: 1 }, undefined],
  ])('%s', (_name, raw, expected) => {
    expect(normalizeUsage(raw)).toEqual(expected && { ...expected, origin: 'reported', raw })
  })

  test('is the last one seen, never a sum, and absent when none came', () => {
    const accumulator = createAccumulator()
    accumulator.push({
      choices: [{ delta: { content: 'a' } }],
      usage: { prompt_tokens: 1, completion_tokens: 1 },
    })
    accumulator.push({ choices: [{ delta: {}, finish_reason: 'stop' }], usage: null })
    accumulator.push({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } })
    expect(accumulator.finish().message.usage).toMatchObject({ inputTokens: 1, outputTokens: 2 })
    expect(createAccumulator().finish().message).not.toHaveProperty('usage')
  })
})

describe('how a response ended', () => {
  const delta = (content: unknown, finish: string | null = null, more: object = {}) => ({
    choices: [{ index: 0, delta: { content }, finish_reason: finish }],
    ...more,
  })
  const usage = { usage: { prompt_tokens: 1 } }
  type End = 'done' | 'eof' | 'cut' | 'cancelled'

  test.each<[string, object[], End, string, string, string?]>([
    ['finish reason, then [DONE]', [delta('a', 'stop')], 'done', 'complete', 'stop'],
    ['finish reason, then the end', [delta('a', 'stop')], 'eof', 'complete', 'stop'],
    ['finish reason on every chunk', [delta('a', 'stop'), delta('b', 'stop')], 'eof', 'complete', 'stop'],
    [
      'the last finish reason that is given counts',
      [delta('a', 'stop'), delta('b', 'length'), delta('c')],
      'eof',
      'complete',
      'length',
    ],
    ['no finish reason, [DONE]', [delta('a')], 'done', 'incomplete', 'incomplete'],
    ['no finish reason, end', [delta('a')], 'eof', 'incomplete', 'incomplete'],
    ['cut in a frame', [delta('a')], 'cut', 'incomplete', 'incomplete'],
    ['stopped at the server', [delta('a', 'cancelled')], 'done', 'cancelled', 'cancelled'],
    ['stopped by the reader', [delta('a')], 'cancelled', 'cancelled', 'cancelled'],
    ['stopped after an error', [delta('a'), { error: 'e' }], 'cancelled', 'error', 'error', 'provider'],
    [
      'a finish reason that is a failure',
      [delta('a', 'insufficient_system_resource')],
      'done',
      'error',
      'error',
      'overloaded',
    ],
    [
      'the network behind the server failed',
      [delta('a', 'network_error')],
      'done',
      'error',
      'error',
      'overloaded',
    ],
    ['the server gave up', [delta('a', 'aborted')], 'done', 'error', 'error', 'overloaded'],
    ['a limit of time', [delta('a', 'time_limit')], 'done', 'error', 'error', 'timeout'],
    [
      'a call that the model wrote wrongly',
      [delta('a', 'malformed_function_call')],
      'done',
      'error',
      'error',
      'provider',
    ],
    ['a word that nobody knows', [delta('a', 'new_word')], 'done', 'complete', 'other'],
    ['filtered, empty', [delta('', 'content_filter')], 'done', 'complete', 'content_filter'],
    ['nothing at all', [], 'eof', 'error', 'error', 'empty_response'],
    ['[DONE] alone', [], 'done', 'error', 'error', 'empty_response'],
    ['an empty answer, finished', [delta('', 'stop')], 'eof', 'error', 'error', 'empty_response'],
    ['an empty answer, [DONE]', [delta('')], 'done', 'error', 'error', 'empty_response'],
    ['an empty answer with usage', [delta('', null, usage)], 'done', 'incomplete', 'incomplete'],
    ['an empty answer with usage, finished', [delta('', 'stop', usage)], 'done', 'complete', 'stop'],
    ['an empty answer, finished, then cut', [delta('', 'stop')], 'cut', 'complete', 'stop'],
    ['usage and no answer', [{ choices: [], ...usage }], 'done', 'error', 'error', 'empty_response'],
    ['a name and no answer', [{ model: 'm' }], 'cut', 'incomplete', 'incomplete'],
    ['white space around the finish reason', [delta('a', ' stop\n')], 'done', 'complete', 'stop'],
    ['a first delta, then the connection is gone', [delta('')], 'eof', 'incomplete', 'incomplete'],
    ['only white space is content', [delta('\n', 'stop')], 'done', 'complete', 'stop'],
  ])('%s', (_name, chunks, end, outcome, finishReason, error) => {
    const accumulator = createAccumulator()
    for (const chunk of chunks) accumulator.push(chunk)
    const completion = accumulator.finish(end)
    expect(completion).toMatchObject({ outcome, message: { finishReason } })
    expect(completion.error?.kind).toBe(error)
    expect(completion.message.error).toBe(completion.error)
    expect(completion.message.isError).toBe(error ? true : undefined)
  })

  test('a failure without words of the server gets some', () => {
    const end = (...chunks: object[]) => {
      const accumulator = createAccumulator()
      for (const chunk of chunks) accumulator.push(chunk)
      return accumulator.finish().error
    }
    const why =
      'The model may not be loaded, the conversation may be too long for it, or a filter may have taken the answer.'
    expect(end()?.message).toBe(
      `The server ended its answer without any text, tool call or token count. ${why}`,
    )
    expect(end(delta('', 'stop'))?.message).toBe(
      `The server ended its answer without any text, tool call or token count (finish reason "stop"). ${why}`,
    )
    expect(end(delta('a', 'aborted'))).toEqual({
      kind: 'overloaded',
      message: 'The server stopped with the finish reason "aborted". The answer may be cut off.',
      code: 'aborted',
    })
  })

  test('a server that never says how it ended is complete at its end', () => {
    const options: AccumulatorOptions = { sendsFinishReason: false }
    const text = createAccumulator(options)
    text.push(delta('a'))
    expect(text.finish()).toMatchObject({ outcome: 'complete', message: { finishReason: 'stop' } })
    const tools = createAccumulator(options)
    tools.push({
      choices: [{ delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] } }],
    })
    expect(tools.finish()).toMatchObject({ outcome: 'complete', message: { finishReason: 'tool_calls' } })
  })

  test('an error beside choices comes after the delta of its chunk', () => {
    const accumulator = createAccumulator()
    accumulator.push(delta('a'))
    accumulator.push({ ...delta('b', 'error'), error: { code: 502, message: 'gone' } })
    accumulator.push({ error: 'second' })
    expect(accumulator.finish('done')).toMatchObject({
      outcome: 'error',
      error: { message: 'gone', status: 502 },
      message: { content: 'ab', finishReason: 'error', finishReasonRaw: 'error', isError: true },
    })
  })
})
