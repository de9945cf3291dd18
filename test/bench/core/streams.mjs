/** Made-up bodies in the shape that a current OpenAI server sends; the words differ, so that nothing is shared by chance. */

const encoder = new TextEncoder()
const words = Array.from({ length: 997 }, (_, n) => ` w${(n * 7919).toString(36)}`)

export const wordAt = (n) => words[n % words.length]

function chunk(delta, finish = null) {
  return {
    id: 'chatcmpl-bench',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'bench-1',
    service_tier: 'default',
    system_fingerprint: 'fp_bench',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    usage: null,
  }
}

export const frame = (value) => encoder.encode(`data: ${JSON.stringify(value)}\n\n`)

/** Content of one delta, by the kind of content that is being written. */
const deltas = {
  text: (n) => ({ content: wordAt(n) }),
  reasoning: (n) => ({ reasoning_content: wordAt(n) }),
  arguments: (n) => ({ tool_calls: [{ index: 0, function: { arguments: wordAt(n) } }] }),
}

const starts = {
  text: { role: 'assistant', content: '' },
  reasoning: { role: 'assistant', content: null },
  arguments: {
    role: 'assistant',
    content: null,
    tool_calls: [
      { index: 0, id: 'call_bench', type: 'function', function: { name: 'write', arguments: '{"text":"' } },
    ],
  },
}

/** The first frame, then any number of frames of one kind. A frame is made once and used again. */
export function framesOf(kind) {
  const made = words.map((_, n) => frame(chunk(deltas[kind](n))))
  return { start: frame(chunk(starts[kind])), at: (n) => made[n % made.length] }
}

/** A whole answer as one body: `count` deltas of text, the finish, the usage, the end mark. */
export function answerBody(count) {
  const { start, at } = framesOf('text')
  const finish = frame(chunk({}, 'stop'))
  const usage = frame({
    ...chunk({}),
    choices: [],
    usage: { prompt_tokens: 10, completion_tokens: count, total_tokens: count + 10 },
  })
  const pieces = [start, ...Array.from({ length: count }, (_, n) => at(n)), finish, usage]
  return Buffer.concat([...pieces, encoder.encode('data: [DONE]\n\n')])
}

/** Cut as a network would, `size` bytes each. */
export function inPieces(body, size) {
  const pieces = []
  for (let from = 0; from < body.length; from += size)
    pieces.push(new Uint8Array(body.subarray(from, from + size)))
  return pieces
}

/** One frame in each piece, with its blank line. */
export function inFrames(body) {
  const pieces = []
  for (let from = 0; from < body.length;) {
    const lf = body.indexOf('\n\n', from)
    const crlf = body.indexOf('\r\n\r\n', from)
    const isCr = crlf >= 0 && (lf < 0 || crlf < lf)
    const end = isCr ? crlf + 4 : lf < 0 ? body.length : lf + 2
    pieces.push(new Uint8Array(body.subarray(from, end)))
    from = end
  }
  return pieces
}
