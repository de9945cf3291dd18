import { publishCall } from './call-draft.js'
import type { ChoiceDraft } from './choice-draft.js'
import { settleArguments } from './repair-arguments.js'

/** Settles the arguments of each call and gives an id to calls that the server gave none. */
export function finishToolCalls(draft: ChoiceDraft, generateId: (callIndex: number) => string): void {
  const used = new Set(draft.calls.list.map((call) => call.id))
  for (const call of draft.calls.list) {
    const where = `choices[${draft.index}].tool_calls[${call.position}]`
    const sent = call.joined
    const { text, rule } = settleArguments(call)
    if (rule) draft.context.report(rule, `${where}.function.arguments`, sent, text)
    call.settled = text
    if (call.id === '') {
      call.id = freshId(generateId, call.position, used)
      used.add(call.id)
      draft.context.report('tool_call_id_missing', `${where}.id`, '', call.id)
    }
    if (call.name === '') draft.context.report('tool_call_name_missing', `${where}.function.name`, '', '')
    call.published = undefined
    publishCall(call)
  }
  draft.calls.view = undefined
}

/** A generated id must not meet one that the server gave to another call of the same message. */
function freshId(
  generateId: (callIndex: number) => string,
  position: number,
  used: ReadonlySet<string>,
): string {
  const id = generateId(position)
  let candidate = id
  for (let suffix = 2; candidate === '' || used.has(candidate); suffix++)
    candidate = `${id || 'call'}_${suffix}`
  return candidate
}
