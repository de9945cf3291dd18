import { isRecord, parseJson, textOf, field, safeStringify, textHash } from '@antiphon/base'
import { contentToText } from '../../message/content.js'
import { matchResults } from '../../message/match-results.js'
import type { AssistantMessage, ToolCall, ContentPart, Message, ToolMessage } from '../../message/types.js'
import type { NativeResult, ReportAdjustment, RequestPolicy, RequestMessage } from './types.js'
import { plainText, userContent } from './user-content.js'

/**
 * Arguments as a JSON object in a string, which every server can read (docs/wire 1.3). Other text is wrapped in an object,
 * so the model still sees what it wrote.
 */
export function argumentsText(stored: unknown, where: string, report: ReportAdjustment): string {
  const text = typeof stored === 'string' ? stored : safeStringify(stored ?? {})
  const value = parseJson(text)
  let sent = text
  if (!text.trim()) sent = '{}'
  else if (value === undefined) sent = JSON.stringify({ unparsed: text })
  else if (!isRecord(value)) sent = `{"value":${text.trim()}}`
  if (sent !== stored) report('arguments', where, stored, sent)
  return sent
}

/**
 * Gives each call of a request, in order, the id under which it and its result leave (docs/wire 1.3, 2.5). An id is kept
 * when the server accepts it and no earlier call has it. Any other id is replaced by one that depends only on the old id
 * and how often it came before. So the same thread makes the same request each time, and prompt caches hold.
 */
export function createCallIds({ callIdPattern = '[^]{1,64}' }: RequestPolicy, report: ReportAdjustment) {
  const pattern = new RegExp(`^(?:${callIdPattern})$`)
  const taken = new Set<string>()
  const uses = new Map<string, number>()

  return (stored: unknown, where: string): string => {
    const wanted = textOf(stored) ?? ''
    let n = uses.get(wanted) ?? 0
    let id
    do {
      n++
      id = wanted && n === 1 ? wanted : `${wanted || 'call'}_${n}`
      // Nine letters and digits, the strictest form of any server (Mistral).
      if (!pattern.test(id)) id = textHash(`${n} ${wanted}`).toString(36).padStart(9, 'c')
    } while (taken.has(id))
    uses.set(wanted, n)
    taken.add(id)
    if (id !== stored) report('call_id', where, stored, id)
    return id
  }
}

/**
 * Gemini wants a signature on the first call of each turn and refuses one that another model made; history from
 * elsewhere gets a fixed word in place of one (docs/wire 5).
 */
function signCall(
  wire: ToolCall,
  position: number,
  message: AssistantMessage,
  policy: RequestPolicy,
  where: string,
  report: ReportAdjustment,
): void {
  const { missingThoughtSignature: word } = policy
  const extra = wire.extra_content
  const google = field(extra, 'google')
  const signature = field(google, 'thought_signature')
  if (!word || (signature ? !isForeign(message, policy) : position > 0)) return
  wire.extra_content = {
    ...(isRecord(extra) && extra),
    google: { ...(isRecord(google) && google), thought_signature: word },
  }
  report('thought_signature', where, signature, word)
}

/**
 * Whether an answer is known to come from another model or provider than the one that will read it. Signatures and
 * encrypted blocks are bound to the model that made them (docs/wire 5). An unknown origin counts as the same.
 */
export function isForeign(
  { reasoningSource: source, request }: AssistantMessage,
  { model, provider }: RequestPolicy,
): boolean {
  // With the generic profile nobody knows whether two servers differ.
  const differs = (from: string | undefined, to: string | undefined): boolean =>
    !!from && !!to && from !== to && from !== 'generic' && to !== 'generic'
  // The profile of its request is the best source: a router names the company behind it as the provider.
  return differs(request?.profile ?? source?.provider, provider) || differs(source?.model, model)
}

/**
 * Calls as they leave: `type` always there, arguments always a JSON object in a string (many servers parse them and
 * refuse the rest), ids unique in the whole request. Unknown keys such as Gemini's `extra_content` go back verbatim
 * unless the policy drops them (docs/wire 1.3, 2.5).
 */
export function prepareToolCalls(
  message: AssistantMessage,
  calls: readonly ToolCall[],
  wireId: (id: unknown, where: string) => string,
  policy: RequestPolicy,
  where: string,
  report: ReportAdjustment,
): ToolCall[] {
  return calls.map((call, i) => {
    const at = `${where}.tool_calls[${i}]`
    const { id, type: _, function: stored, providerRun: __, approvalRequest: ___, ...extras } = call
    const { name, arguments: text, ...more } = isRecord(stored) ? stored : ({} as typeof stored)
    const isKept = policy.callExtras !== 'drop'
    const dropped = isKept ? [] : Object.keys({ ...extras, ...more })
    if (dropped.length > 0) report('call_extras', at, dropped)
    if (!textOf(name)) report('call_name', at, name, 'unknown')
    const wire: ToolCall = {
      ...(isKept && extras),
      id: wireId(id, at),
      type: 'function',
      function: {
        ...(isKept && more),
        name: textOf(name) ?? 'unknown',
        arguments: argumentsText(text, at, report),
      },
    }
    signCall(wire, i, message, policy, at, report)
    return wire
  })
}

/**
 * The results of one turn for the wire: one per call, in call order, under the ids that leave with the calls. A call
 * nobody answered gets a result that says so; servers refuse a turn with an open call. Results are text everywhere, so
 * their images follow in a message of the user, after all results of the turn (docs/wire 1.3).
 */
export function answerCalls(
  messages: readonly Message[],
  index: number,
  calls: readonly ToolCall[],
  sent: readonly ToolCall[],
  policy: RequestPolicy,
  report: ReportAdjustment,
  isNative = false,
): { answers: RequestMessage[]; orphans: ReadonlySet<ToolMessage> } {
  const { slots, orphans } = matchResults(calls, resultsAfter(messages, index))
  const images: ContentPart[] = []
  let next = index

  const answers = sent.map(({ id, function: { name } }, i): RequestMessage => {
    const result = slots[i]
    let content = 'No result was provided.'
    let native: NativeResult | undefined
    if (result) {
      // The result of a call that the provider ran is stored on the call.
      const place = messages.indexOf(result, index)
      const where = place < 0 ? `messages[${index}].tool_calls[${i}].providerRun` : `messages[${place}]`
      if (place >= 0 && place !== ++next) report('result_moved', where, place, next)
      if (isNative) ({ content, native } = nativeResult(result, policy, where, report))
      else content = resultText(result, `the result of ${name} (${id})`, images, policy, where, report)
    } else {
      if (isNative) native = { isMissing: true }
      report('missing_result', `messages[${index}].tool_calls[${i}]`, undefined, content)
    }
    return {
      role: 'tool',
      tool_call_id: id,
      ...(policy.toolNameOnResult && { name }),
      content,
      ...(native && { native }),
    }
  })
  if (images.length > 0) answers.push({ role: 'user', content: images })
  return { answers, orphans: new Set(orphans) }
}

/**
 * The text of a result. Its images are added to `images`, after a line that says where they are from. A file is only named:
 * a tool whose file should be read returns text.
 */
function resultText(
  { content }: ToolMessage,
  title: string,
  images: ContentPart[],
  policy: RequestPolicy,
  where: string,
  report: ReportAdjustment,
): string {
  const sent = userContent(content, { ...policy, textFiles: 'part' }, where, report)
  if (Array.isArray(sent)) {
    const pictures = sent.filter(({ type }) => type === 'image_url')
    if (pictures.length > 0) images.push({ type: 'text', text: `Images in ${title}:` }, ...pictures)
    for (const part of sent) {
      if (part.type !== 'text') report('result_part', where, part.type, contentToText([part]))
    }
  }
  if (Array.isArray(sent)) {
    const words = sent.filter(({ type }) => type !== 'image_url')
    plainText(words, where, report)
  }
  return contentToText(sent)
}

/** A result for a wire whose results take more than text. */
function nativeResult(
  result: ToolMessage,
  policy: RequestPolicy,
  where: string,
  report: ReportAdjustment,
): { content: string; native?: NativeResult } {
  const sent = userContent(result.content, policy, where, report)
  const native: NativeResult = {
    ...(Array.isArray(sent) && { parts: sent }),
    ...(result.isError && { isError: true }),
  }
  return { content: contentToText(sent), ...(Object.keys(native).length > 0 && { native }) }
}

/** The results that belong to an assistant message: those up to the next one (the scope of pairing). */
function resultsAfter(messages: readonly Message[], index: number): ToolMessage[] {
  const results: ToolMessage[] = []
  for (let i = index + 1; i < messages.length && messages[i]?.role !== 'assistant'; i++) {
    const message = messages[i]
    if (message?.role === 'tool') results.push(message)
  }
  return results
}
