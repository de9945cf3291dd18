import { parseJson, type JsonObject } from '@antiphon/base'

const SPEAKERS: Readonly<Record<string, string>> = {
  USER: 'human',
  ASSISTANT: 'gpt',
  'FUNCTION RESPONSE': 'function_response',
}
const CALL = /^<functioncall>\s*([^]*)$/

/** A chat of Glaive, which is one text with the speakers in it, as turns of ShareGPT. Undefined for any other entry. */
export function ofGlaive({ chat, system, ...rest }: JsonObject): JsonObject | undefined {
  if (typeof chat !== 'string' || !/^\s*(?:USER|ASSISTANT): /.test(chat)) return undefined
  const [, ...pieces] = `\n${chat.trim()}`.split(/\n(USER|ASSISTANT|FUNCTION RESPONSE): /)
  const conversations: JsonObject[] = []
  if (typeof system === 'string')
    conversations.push({ from: 'system', value: system.replace(/^SYSTEM: /, '') })
  for (let at = 0; at + 1 < pieces.length; at += 2) {
    const said = pieces[at + 1]!.replace(/<\|endoftext\|>\s*$/, '').trim()
    const call = pieces[at] === 'ASSISTANT' ? CALL.exec(said)?.[1] : undefined
    conversations.push(
      call === undefined
        ? { from: SPEAKERS[pieces[at]!], value: said }
        : { from: 'function_call', value: mended(call) },
    )
  }
  // A text that is split is kept beside its messages.
  return { ...rest, conversations, text: { system, chat } }
}

/** The arguments are in single quotes there, which JSON does not have. */
function mended(call: string): string {
  const [whole, before, inner, after] = /^([^']*)'([^]*)'([^']*)$/.exec(call.trim()) ?? []
  if (whole === undefined || parseJson(call) !== undefined) return call.trim()
  return `${before}${JSON.stringify(inner)}${after}`
}
