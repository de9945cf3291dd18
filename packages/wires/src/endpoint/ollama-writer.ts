import { type Delta, usageOf, sealOf, type WireWriter, collectCalls } from '@antiphon/endpoint/wire'
import type { ModelRequest } from '@antiphon/endpoint'

/** Writes an answer as Ollama streams it: a line for each piece, calls whole and without ids, one line that is done. */
export function createOllamaWriter(request: ModelRequest): WireWriter {
  const { model } = request.chat
  const prompt = usageOf(request, 0, 0).prompt_tokens
  const calls = collectCalls()
  const all = { content: '', thinking: '' }
  const called: unknown[] = []
  // Real clocks count in nanoseconds: no two answers begin at the same time.
  const fraction = String(parseInt(sealOf(request.generateId()).slice(7), 36) % 1e6).padStart(6, '0')
  let whole: unknown

  const time = (): string => `${new Date(request.now()).toISOString().slice(0, -1)}${fraction}Z`
  const message = (fields: object): object => ({ role: 'assistant', content: '', ...fields })
  const line = (fields: object, more: object = { done: false }): string =>
    `${JSON.stringify({ model, created_at: time(), message: message(fields), ...more })}\n`

  function writeCalls(): string {
    return calls
      .take()
      .map(({ name, args }) => {
        const call = { function: { name, arguments: args } }
        called.push(call)
        return line({ tool_calls: [call] })
      })
      .join('')
  }

  return {
    open: () => '',
    delta({ content, reasoning_content: thinking, refusal, tool_calls: parts = [] }: Delta) {
      calls.add(parts)
      const said = content || refusal || ''
      all.content += said
      all.thinking += thinking ?? ''
      return (thinking ? line({ thinking }) : '') + (said ? writeCalls() + line({ content: said }) : '')
    },
    error: ({ message: error }) => `${JSON.stringify({ error })}\n`,
    finish(reason, { sent }) {
      const out = writeCalls()
      const ending = {
        done: true,
        done_reason: reason === 'length' ? 'length' : 'stop',
        total_duration: sent * 22_000_000 + 260_000_000,
        load_duration: 1_000_000,
        prompt_eval_count: prompt,
        prompt_eval_duration: 260_000_000,
        eval_count: sent,
        eval_duration: sent * 22_000_000,
      }
      const { content, thinking } = all
      const answer = message({
        content,
        ...(thinking ? { thinking } : {}),
        ...(called.length > 0 ? { tool_calls: called } : {}),
      })
      whole = { model, created_at: time(), message: answer, ...ending }
      return out + line({}, ending)
    },
    whole: () => whole,
  }
}
