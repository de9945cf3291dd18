import type { CompletionRequest } from '@antiphon/core/request'
import { isDeepStrictEqual } from 'node:util'
import { TOOLS } from './transcript.js'

interface WireMessage {
  role: string
  content: unknown
  name?: string
  tool_calls?: { id: string; extra_content?: unknown }[]
  [key: string]: unknown
}

/** Fields of a request to a server that takes everything, apart from model and messages. */
const PLAIN = {
  stream: true,
  stream_options: { include_usage: true },
  temperature: 0.2,
  max_tokens: 512,
  tool_choice: 'required',
  parallel_tool_calls: true,
  tools: TOOLS,
}

/** Thoughts of two turns with calls and one without, then of a turn of another model, with a call. */
const THOUGHTS = ['Look twice.', 'Red breast.', 'Other thoughts.', 'Once more.']

/**
 * How the request for the rich transcript differs from that to a server that takes everything, in words, read from what would
 * be sent: `+ field value`, `- field`, headers, and what became of the messages that endpoints disagree about.
 */
export function differences({ headers, body }: CompletionRequest): string[] {
  const { messages, model: _, ...fields } = body as Record<string, unknown> & { messages: WireMessage[] }
  const found = Object.entries(headers)
    .filter(([name, value]) => name !== 'Content-Type' && `${name}: ${value}` !== 'Authorization: Bearer key')
    .map(([name, value]) => `${name}: ${value}`)
  if (!('Authorization' in headers)) found.push('no Authorization')
  for (const name of Object.keys(PLAIN)) if (!(name in fields)) found.push(`- ${name}`)
  for (const [name, value] of Object.entries(fields))
    if (!isDeepStrictEqual(value, (PLAIN as Record<string, unknown>)[name]))
      found.push(`+ ${name} ${JSON.stringify(value)}`)
  return [...found, ...ofMessages(messages)]
}

function ofMessages(messages: WireMessage[]): string[] {
  const found: string[] = []
  const note = (words: string): void => void (found.includes(words) || found.push(words))
  const texts = messages.map(({ content }) =>
    typeof content === 'string' ? content : JSON.stringify(content),
  )
  if (messages[0]!.role !== 'system') note(`instructions from the ${messages[0]!.role}`)

  const question = messages.find(({ role }) => role === 'user')!.content
  if (typeof question === 'string') note('question in words')
  else {
    const kinds = (question as { type: string }[]).map(({ type }) => type).join()
    if (kinds !== 'text,image_url,file') note(`question of ${kinds}`)
  }

  const late = messages.findIndex((_, i) => texts[i]!.includes('The reader is a child.'))
  if (late === 0) note('late system message in the first')
  else if (messages[late]!.role !== 'system') note(`late system message from the ${messages[late]!.role}`)

  const results = messages.filter(({ role }) => role === 'tool')
  if (results.every(({ name }) => name !== undefined)) note('results with names')
  if (!texts.some((text) => text.startsWith('[{"type":"text","text":"Images in the result of')))
    note('no images of results')
  for (const [i, { role }] of messages.entries())
    if (role === messages[i - 1]?.role && role !== 'tool') note(`two of the ${role} in a row`)
  if (texts.includes('I have read the results.')) note('a bridge behind results')

  if (!texts.includes('Hurry, please.')) note('joined questions')

  const answers = messages.filter(({ role }) => role === 'assistant')
  const thoughts = new Map<string, string[]>()
  for (const { role: _, content, tool_calls: calls, ...rest } of answers) {
    for (const [key, value] of Object.entries({ ...rest, content })) {
      const text = JSON.stringify(value)
      const which = THOUGHTS.filter((thought) => text.includes(thought))
      // An empty key is for a turn whose thoughts stay at home.
      if (key !== 'content' && which.length === 0) which.push(text)
      if (which.length > 0) thoughts.set(key, [...(thoughts.get(key) ?? []), ...which])
    }
    if (content === '') note('empty content')
    if (JSON.stringify(calls)?.includes('skip_thought_signature')) note('signatures for calls without one')
  }
  for (const [key, which] of thoughts) note(`thinking in ${key}: ${which.join(' ')}`)
  if (!JSON.stringify(answers).includes('"sig-1"')) note('calls without keys of their vendor')
  return found
}
