import { isObject, refuse, sealOf } from '@antiphon/endpoint/wire'

export type Part = Record<string, unknown>

export interface Content {
  role: 'user' | 'model'
  parts: Part[]
}

/** Values that Gemini accepts as a signature if another model made the call. */
const ANY_SIGNATURE = new Set<unknown>([
  'skip_thought_signature_validator',
  'context_engineering_is_the_way_to_go',
])

const callsOf = ({ parts }: Content): Part[] => parts.filter(({ functionCall: call }) => call !== undefined)
const responsesOf = ({ parts }: Content): Part[] =>
  parts.filter(({ functionResponse: one }) => one !== undefined)

/** Checks that results directly follow their calls, one for each call, and that calls come with the signature of their thoughts. */
export function checkTurns(turns: readonly Content[]): void {
  // The turn that is not over begins with the last words of the user.
  const since = turns.findLastIndex(
    ({ role, parts }) => role === 'user' && parts.some((part) => isWords(part)),
  )
  turns.forEach((turn, i) => {
    const before = turns[i - 1]
    const calls = callsOf(turn)
    const responses = responsesOf(turn)
    if (calls.length > 0 && before?.role !== 'user')
      refuse(
        'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
        null,
      )
    const asked = before ? callsOf(before) : []
    if (responses.length > 0 && asked.length === 0)
      refuse('Please ensure that function response turn comes immediately after a function call turn.', null)
    if (asked.length !== responses.length)
      refuse(
        'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
        null,
      )
    asked.forEach((call, at) => checkPair(call['functionCall'], responses[at]?.['functionResponse']))
    if (turn.role === 'model') checkSignatures(turn, i > since)
  })
  const last = turns.at(-1)
  if (last?.role === 'model')
    refuse('Please ensure that single turn requests end with a user role or the role field is empty.', null)
}

function isWords({ text, inlineData, fileData }: Part): boolean {
  return text !== undefined || inlineData !== undefined || fileData !== undefined
}

function checkPair(call: unknown, response: unknown): void {
  const [asked, given] = [call, response].map((one) => (isObject(one) ? one : {}))
  if (asked!['name'] !== given!['name'] || asked!['id'] !== given!['id'])
    refuse(
      `Function response ${String(given!['name'])} does not belong to the function call ${String(asked!['name'])} in its place.`,
      null,
    )
}

/** A signature is that of its own part; the first call of a turn that is not over must have one. */
function checkSignatures({ parts }: Content, isOpen: boolean): void {
  let text = ''
  for (const part of parts) {
    const { functionCall: call, thoughtSignature: signature } = part
    if (typeof part['text'] === 'string' && part['thought'] !== true) text += part['text']
    if (signature === undefined || ANY_SIGNATURE.has(signature)) continue
    const { name, args } = isObject(call) ? call : {}
    const seal = sealOf(isObject(call) ? String(name) + JSON.stringify(args) : text)
    if (signature !== seal) refuse('Corrupted thought signature.', null)
  }
  const first = parts.find(({ functionCall: call }) => call !== undefined)
  const { name } = isObject(first?.['functionCall']) ? first['functionCall'] : {}
  if (isOpen && first && first['thoughtSignature'] === undefined)
    refuse(
      `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${String(name)}\`.`,
      null,
    )
}
