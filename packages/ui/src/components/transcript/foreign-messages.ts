import { isRecord, listOf } from '@antiphon/base'

/** How many messages are checked: the first ones are enough to recognise the format. */
const SAMPLE = 50

const typesIn = (list: unknown): string[] =>
  listOf(list).flatMap((entry) => (isRecord(entry) ? [String(entry['type'])] : []))

const RESPONSES = /^(?:function_call|function_call_output|reasoning|input_text|output_text|\w+_call)$/
const ANTHROPIC = /^(?:tool_use|tool_result|(?:redacted_)?thinking|server_tool_use|document)$/
const MODEL = /^tool-(?:call|result)$/

/** The system whose messages these look like, if not chat completions. A quick check, for a warning to developers. */
function foreignName(messages: readonly unknown[]): string | undefined {
  for (const message of messages.slice(0, SAMPLE)) {
    if (!isRecord(message)) continue
    const { role, parts, content, type, toolInvocations } = message
    const blocks = typesIn(content)
    if (
      (role !== undefined && typesIn(parts).some((one) => one !== 'undefined')) ||
      Array.isArray(toolInvocations)
    )
      return 'UI messages of the AI SDK'
    if (blocks.some((one) => MODEL.test(one))) return 'model messages of the AI SDK'
    if (blocks.some((one) => ANTHROPIC.test(one))) return 'messages of Anthropic'
    if (blocks.some((one) => RESPONSES.test(one)) || (role === undefined && RESPONSES.test(String(type))))
      return 'items of the Responses API'
  }
  return undefined
}

const warned = new Set<string>()

/** Warns once per kind and names the reader to call. */
export function warnOfForeign(messages: readonly unknown[]): void {
  const name = foreignName(messages)
  if (name === undefined || warned.has(name)) return
  warned.add(name)
  console.warn(
    `<Transcript messages> was given what looks like ${name}. It shows messages of chat completions. Read yours first: readTranscript(messages).messages, with readTranscript from @antiphon/transcripts.`,
  )
}
