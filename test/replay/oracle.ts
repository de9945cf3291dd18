/**
 * A second, slow reader of recorded answers, written straight from the wire: no shared code with the kit, no streaming,
 * no tolerance beyond what the recordings need. It must agree with the kit.
 */
interface Json {
  [key: string]: unknown
}

export interface OracleAnswer {
  content: string
  reasoning: string
  refusal: string
  calls: { id: string; name: string; arguments: string }[]
  finish: string | undefined
}

export interface OracleResult {
  choices: OracleAnswer[]
  usage: Json | undefined
  error: unknown
}

export function readSlowly(file: string, text: string): OracleResult {
  return readPayloads(
    file.endsWith('.sse') ? dataOf(text) : file.endsWith('.jsonl') ? text.split('\n') : [text],
  )
}

/** The same from the payloads of the frames. */
export function readPayloads(payloads: string[]): OracleResult {
  const chunks = payloads
    .filter((line) => line.trim() !== '' && line.trim() !== '[DONE]')
    .map((line) => JSON.parse(line) as Json)
  const answers = new Map<number, OracleAnswer>()
  const result: OracleResult = { choices: [], usage: undefined, error: undefined }
  for (const chunk of chunks) {
    if (chunk.error || chunk.detail) result.error = chunk.error ?? chunk.detail
    const groq = chunk.x_groq as Json | undefined
    result.usage = (chunk.usage ?? groq?.usage ?? result.usage) as Json | undefined
    for (const choice of (chunk.choices ?? []) as Json[]) {
      const index = choice.index as number
      const answer = answers.get(index) ?? {
        content: '',
        reasoning: '',
        refusal: '',
        calls: [],
        finish: undefined,
      }
      answers.set(index, answer)
      addDelta(answer, (choice.delta ?? choice.message ?? {}) as Json)
      if (choice.finish_reason) answer.finish = choice.finish_reason as string
    }
  }
  result.choices = [...answers.keys()]
    .sort((a, b) => a - b)
    .map((index) => splitThoughts(answers.get(index)!))
  return result
}

function dataOf(text: string): string[] {
  return text
    .split(/\r\n\r\n|\n\n/)
    .map((block) => block.split(/\r\n|\n/).filter((line) => line.startsWith('data:')))
    .map((lines) => lines.map((line) => line.slice(5).trim()).join('\n'))
}

function addDelta(answer: OracleAnswer, delta: Json): void {
  const details = ((delta.reasoning_details ?? []) as Json[])
    .map((entry) => (entry.text ?? entry.summary ?? '') as string)
    .join('')
  answer.reasoning += (details || delta.reasoning_content || delta.reasoning || '') as string
  if (typeof delta.content === 'string') answer.content += delta.content
  if (Array.isArray(delta.content)) {
    for (const part of delta.content as Json[]) {
      if (part.type === 'text') answer.content += part.text as string
      if (part.type === 'thinking')
        answer.reasoning += (part.thinking as Json[]).map((inner) => inner.text).join('')
    }
  }
  answer.refusal += (delta.refusal ?? '') as string
  for (const call of (delta.tool_calls ?? []) as Json[]) addCall(answer, call)
  if (delta.function_call) addCall(answer, { index: 0, function: delta.function_call })
}

function addCall(answer: OracleAnswer, call: Json): void {
  const at = (call.index as number | undefined) ?? answer.calls.length
  const entry = (answer.calls[at] ??= { id: '', name: '', arguments: '' })
  const fn = call.function as Json
  entry.id ||= (call.id ?? '') as string
  entry.name ||= (fn.name ?? '') as string
  entry.arguments += (fn.arguments ?? '') as string
}

function splitThoughts(answer: OracleAnswer): OracleAnswer {
  // Thoughts that were cut off have no end yet.
  const thought = /^<think>([\s\S]*?)(?:<\/think>|$)/.exec(answer.content)
  if (!thought) return answer
  return { ...answer, reasoning: thought[1]!, content: answer.content.slice(thought[0].length) }
}
