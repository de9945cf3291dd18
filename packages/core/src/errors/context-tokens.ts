const OVERFLOW =
  /context_length_exceeded|context length|maximum context|context window|exceed_context_size|exceeds? the (?:available )?context|prompt (?:is )?too long|input (?:is )?too long|input length|too many tokens|tokens_limit_reached|\bn_ctx\b|max(?:imum)? (?:input|prompt) (?:length|tokens)|range of input length|reduce the length of the (?:messages|input|prompt)/i

/** True when the words say that the conversation does not fit the model (wire-facts 3.2). */
export function saysContextOverflow(text: string): boolean {
  return OVERFLOW.test(text)
}

/** Tokens asked for and allowed, as far as the text or the body names them. */
export function readContextTokens(
  message: string,
  body: unknown,
): { used?: number; max?: number } | undefined {
  const text = message.slice(0, 4000)
  const used =
    numberFrom(body, ['n_prompt_tokens', 'prompt_tokens', 'used_tokens']) ??
    match(text, /requested (?:about )?([\d,_]+)/i) ??
    match(text, /resulted in ([\d,_]+) tokens/i) ??
    match(text, /request (?:of |has |\()?([\d,_]+) tokens/i) ??
    match(text, /([\d,_]+) tokens? (?:>|exceeds?|from|in the (?:input|prompt|messages))/i)
  const max =
    numberFrom(body, ['n_ctx', 'max_tokens', 'context_length']) ??
    match(
      text,
      /(?:maximum|max)(?: allowed)?(?: context| input| prompt)?(?: length| size| tokens| limit)?(?: of| is|:)? ([\d,_]+)/i,
    ) ??
    match(text, /context (?:length|window|size)(?: is| of|:)?(?: only)? \(?([\d,_]+)/i) ??
    match(text, /> ([\d,_]+) maximum/i) ??
    match(text, /(?:limit|size)(?: of| is|:) ([\d,_]+) tokens/i) ??
    match(text, /context size \(([\d,_]+)/i)
  if (used === undefined && max === undefined) return undefined
  return { ...(used === undefined ? {} : { used }), ...(max === undefined ? {} : { max }) }
}

function match(text: string, pattern: RegExp): number | undefined {
  const digits = pattern.exec(text)?.[1]?.replace(/[,_]/g, '')
  return digits && digits.length < 13 ? Number(digits) : undefined
}

/** llama.cpp gives the numbers as fields of the error object. */
function numberFrom(body: unknown, names: string[]): number | undefined {
  const error = (body as { error?: unknown } | undefined)?.error ?? body
  if (typeof error !== 'object' || error === null) return undefined
  for (const name of names) {
    const value = (error as Record<string, unknown>)[name]
    if (typeof value === 'number' && Number.isFinite(value)) return value
  }
  return undefined
}
