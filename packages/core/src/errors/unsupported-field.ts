/** Each pattern catches the field's name as one server family writes it (wire-facts 3.1, 3.2). Linear: no nested repeats. */
const PATTERNS = [
  /unrecognized request arguments? supplied: ["'`]?([\w.]+)/i,
  /(?:unknown|unsupported|unrecognized|unexpected|invalid)[ _](?:parameter|field|argument|property|value|name|key)\S{0,3}:? ["'`]?([\w.[\]]+)["'`]/i,
  /(?:property|parameter|field|argument) ["'`]([\w.[\]]+)["'`] (?:is|was) (?:unsupported|not supported|not allowed|unexpected|not permitted)/i,
  /["'`]([\w.[\]]+)["'`] (?:is|was) (?:unsupported|not supported|unexpected|not allowed|not permitted)/i,
  /unexpected keyword argument ["'`](\w+)["'`]/i,
  /unrecognized key(?:\(s\)|s)?(?: in object)?: ["'`](\w+)["'`]/i,
  /extra_forbidden.{0,20}'loc': \((?:'\w+', |\d+, ){0,12}'(\w+)',?\)/i,
  /([\w.]+): extra (?:inputs|fields) are not (?:permitted|allowed)/i,
  /(\w+) is not supported (?:with|by|for|in) (?:this|the) (?:model|endpoint)/i,
]

const CODES = new Set([
  'unknown_parameter',
  'unsupported_parameter',
  'unsupported_value',
  'unknown_field',
  'extra_forbidden',
])

/** The request field that the server refused because it does not know or support it, or undefined. */
export function findUnsupportedField(fields: {
  message?: string
  code?: string
  type?: string
  param?: string
}): string | undefined {
  const refused = CODES.has(fields.code ?? '') || CODES.has(fields.type ?? '')
  const text = (fields.message ?? '').slice(0, 8000)
  const extra = /extra_forbidden|not permitted|unsupported|unrecognized|unknown/i.test(text)
  const param = fields.param && (refused || extra) ? lastName(fields.param) : undefined
  // Cerebras says only that the fault is somewhere in the messages; its words name the field.
  if (param && param !== 'messages' && param !== 'tools') return param
  for (const pattern of PATTERNS) {
    const name = pattern.exec(text)?.[1]
    if (name) return lastName(name)
  }
  return param
}

/** `body.messages.1.assistant.reasoning_content` and `messages[1].name` name their last step. */
function lastName(path: string): string {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '' && !/^\d+$/.test(step))
  return steps.at(-1) ?? path
}
