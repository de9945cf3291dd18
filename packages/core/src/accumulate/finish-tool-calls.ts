import { parseJson } from '../errors/parse-json.js'
import { currentArguments, type CallDraft } from './call-draft.js'
import type { ChoiceDraft } from './choice-draft.js'

/** Settles the arguments of each call and gives an id to calls that the server gave none. */
export function finishToolCalls(draft: ChoiceDraft, generateId: (callIndex: number) => string): void {
  const { report } = draft.context
  const used = new Set(draft.calls.list.map((call) => call.id))
  for (const call of draft.calls.list) {
    const where = `choices[${draft.index}].tool_calls[${call.position}]`
    const [text, rule] = settleArguments(call)
    if (rule) report(`arguments_${rule}`, where, call.joined, text)
    call.settled = text
    if (call.id === '') {
      const id = generateId(call.position)
      call.id = id
      // A generated id must not meet one that the server gave to another call of the same message.
      for (let n = 2; used.has(call.id); n++) call.id = `${id || 'call'}_${n}`
      used.add(call.id)
      report('tool_call_id_missing', where, '', call.id)
    }
    if (call.name === '') report('tool_call_name_missing', where, '', '')
    call.published = undefined
  }
  draft.calls.view = undefined
}

/**
 * Decides at the end of the answer what the arguments are, with the rule when they are not what was sent (wire-facts
 * 2.5); before that a text that parses may still be a prefix. Valid JSON stays as it is. Else it may be cumulative, have
 * an empty `{}` in front, or something after its end. Text that no rule can read stays as it came.
 */
function settleArguments(
  call: CallDraft,
): [text: string, rule?: 'cumulative' | 'leading_empty' | 'trailing'] {
  const { joined, cumulative = '' } = call
  if (isJson(joined)) return [joined]
  const withoutEmpty = joined.replace(/^(?:[ \t\r\n]*\{[ \t\r\n]*\})*[ \t\r\n]*(?=\{)/, '')
  if (isJson(withoutEmpty)) return [withoutEmpty, 'leading_empty']
  if (isJson(cumulative)) return [cumulative, 'cumulative']
  const first = firstObject(withoutEmpty)
  if (isJson(first) && saysOnly(first, withoutEmpty)) return [first, 'trailing']
  const best = currentArguments(call)
  return [best, best === joined ? undefined : 'cumulative']
}

/** Nothing else but stray brackets, or the same again. Another object, or words, make two things of it: neither may be run. */
function saysOnly(first: string, text: string): boolean {
  return /^[\s}\]]*$/.test(text.replaceAll(first, ''))
}

/** The text up to where its first `{` is closed. */
function firstObject(text: string): string {
  let depth = 0
  for (const { 0: token, index } of text.startsWith('{')
    ? text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\]]/gs)
    : []) {
    if (token === '{' || token === '[') depth++
    else if ((token === '}' || token === ']') && --depth === 0) return text.slice(0, index + 1)
  }
  return ''
}

function isJson(text: string): boolean {
  return parseJson(text) !== undefined
}
