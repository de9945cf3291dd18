import { isRecord } from '@antiphon/base'
import { contentToText } from '../../message/content.js'
import { otherAnswer } from '../../message/wire-channels.js'
import type { AssistantMessage, ContentPart, SystemMessage, Message, ToolCall } from '../../message/types.js'
import { keptAnswer, type NativeMessages } from './kept-answer.js'
import { reportLeftOut, sentFields } from './left-out.js'
import { createReplay } from './reasoning.js'
import { answerCalls, createCallIds, prepareToolCalls } from './tool-calls.js'
import type { ReportAdjustment, AssistantRequestMessage, RequestMessage, RequestPolicy } from './types.js'
import { plainText, userContent } from './user-content.js'
import { makeWellFormed } from './well-formed.js'

/**
 * The answer as text: its content, else its refusal, its transcript, or a word for each image. Few servers accept these
 * fields in a request, and an empty turn is refused (docs/wire 1.3). `''` for nothing.
 */
function assistantText(message: AssistantMessage, where: string, report: ReportAdjustment): string {
  const { content, audio, images } = message
  for (const said of [content, otherAnswer(message)?.text, audio?.transcript, images]) {
    const text = said == null ? '' : contentToText(userContent(said, {}, where, report))
    // White space alone is an empty text block, which some servers refuse.
    if (!text.trim()) continue
    if (text !== content) report('answer_as_text', where, said, text)
    return text
  }
  return ''
}

/**
 * The pictures of an answer as parts of the next question, where the server takes such parts from a user: an answer may not
 * hold them (docs/wire 1.3). Those of the last answer that has some go along, older ones are named: whether a question is about
 * them nobody knows, and each would be sent and paid for with every request.
 */
function answerPictures({ images }: AssistantMessage, policy: RequestPolicy): ContentPart[] {
  if (!Array.isArray(images) || images.length === 0) return []
  const pictures = partsOf(userContent(images, policy, '', () => {})).filter(
    ({ type }) => type === 'image_url',
  )
  if (pictures.length === 0) return []
  return [{ type: 'text', text: 'Images in the answer before:' }, ...pictures]
}

type Talk = Extract<RequestMessage, { role: 'user' }> | AssistantRequestMessage

/**
 * The order that strict templates ask for: an answer between a result and the user, no two neighbours of one role, and
 * the mark on an answer to be continued (docs/wire 1.3).
 */
function arrangeTurns(
  messages: readonly RequestMessage[],
  { bridgeAfterTool, mergeConsecutive, prefill }: RequestPolicy,
  report: ReportAdjustment,
): RequestMessage[] {
  const out: RequestMessage[] = []
  for (const message of messages) {
    const last = out.at(-1)
    const where = `request.messages[${out.length}]`
    if (bridgeAfterTool && last?.role === 'tool' && message.role === 'user') {
      out.push({ role: 'assistant', content: bridgeAfterTool })
      report('bridge_after_tool', where, undefined, bridgeAfterTool)
    }
    // Results follow an answer with calls, so only the second of two answers can have calls.
    if (mergeConsecutive && isTalk(last) && isTalk(message) && last.role === message.role) {
      merge(last, message)
      report('merged', `request.messages[${out.length - 1}]`, undefined, message.role)
    } else {
      out.push(message)
    }
  }
  const last = out.at(-1)
  if ((prefill === 'prefix' || prefill === 'partial') && last?.role === 'assistant') {
    last[prefill] = true
    report(prefill, `request.messages[${out.length - 1}]`, undefined, true)
  }
  return out
}

function isTalk(message: RequestMessage | undefined): message is Talk {
  return message?.role === 'user' || message?.role === 'assistant'
}

/** Adds the fields of one message to another of its role: texts joined by an empty line, lists one after the other. */
function merge(into: Talk, from: Talk): void {
  const target = into as unknown as Record<string, unknown>
  for (const [key, value] of Object.entries(from)) {
    const before = target[key]
    if (!before) target[key] = value
    else if (key === 'role' || !value) continue
    else if (typeof before === 'string' && typeof value === 'string') target[key] = `${before}\n\n${value}`
    else target[key] = append(asList(before), asList(value))
  }
}

/** Two contents as one. A list of parts stays a list, with the keys of its texts. */
function joinContent(
  one: string | ContentPart[],
  other: string | ContentPart[],
  between: string,
): string | ContentPart[] {
  if (typeof one === 'string' && typeof other === 'string') return [one, other].filter(Boolean).join(between)
  return [one, other].filter(Boolean).flatMap(asList) as ContentPart[]
}

/** Lists of wire messages are made for the request, so that the first may grow in place: long runs stay cheap. */
function append(list: unknown[], more: readonly unknown[]): unknown[] {
  for (const item of more) list.push(item)
  return list
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [{ type: 'text', text: value }]
}

const isBlank = (content: string | ContentPart[]): boolean => typeof content === 'string' && !content.trim()

const partsOf = (content: string | ContentPart[]): ContentPart[] => asList(content) as ContentPart[]

/**
 * Leading system messages become one: several are refused by some servers and mis-templated by others. A later one goes
 * where the policy says (docs/wire 1.1).
 */
function placeSystem(
  out: RequestMessage[],
  message: SystemMessage,
  { developerRole, lateSystem, textKeys }: RequestPolicy,
  where: string,
  report: ReportAdjustment,
): void {
  const role = message.role === developerRole ? developerRole : 'system'
  const parts = userContent(message.content, { textKeys }, where, report)
  const isText = typeof parts !== 'string' && parts.every(({ type }) => type === 'text')
  let content = isText ? parts : plainText(parts, where, report)
  const head = out[0]
  const hasHead = head?.role === 'system' || head?.role === 'developer'
  const late = out[hasHead ? 1 : 0] && (lateSystem ?? 'keep')

  if (late === 'user') {
    content = joinContent('[System message]', content, '\n')
    out.push({ role: late, content })
  } else if (hasHead && late !== 'keep') {
    head.content = joinContent(head.content, content, '\n\n')
    // One request should not hold both roles, so the requested one wins.
    if (role === 'developer') head.role = role
  } else {
    out[late === 'merge' ? 'unshift' : 'push']({ role, content })
    if (late !== 'merge') return
  }
  report(late === 'user' ? 'system_as_user' : 'system_merged', where, message.content, content)
}

/**
 * Turns a thread into the messages of a request. Local-only fields never leave; thinking goes back as the policy says
 * (default: only on turns with tool calls); every call is answered once, right after its turn and in call order, under ids
 * that are unique in the request; empty assistant turns are left out; leading system messages are joined. The input is not
 * changed. `report` gets every difference from what is stored. `isPrefill`: the last answer is the beginning of the next
 * one, so its thinking is sent too. `native`: for other wires than chat completions, where answers and their thinking go
 * back as they came.
 */
export function prepareRequestMessages(
  messages: readonly Message[],
  policy: RequestPolicy = {},
  report: ReportAdjustment = () => {},
  isPrefill = false,
  native?: NativeMessages,
): RequestMessage[] {
  const wireId = createCallIds(policy, report)
  const replay = createReplay(messages, policy, report, isPrefill)
  const out: RequestMessage[] = []
  /** Results behind the current answer that fit none of its calls. */
  let orphans: ReadonlySet<unknown> | undefined
  const lastShown = messages.findLastIndex(
    (one) => one?.role === 'assistant' && answerPictures(one, policy).length > 0,
  )
  /** Pictures of the answers before, or their names, to put into the next question. */
  let pictures: ContentPart[] = []

  messages.forEach((message, index) => {
    const where = `messages[${index}]`
    switch (message?.role) {
      case 'system':
      case 'developer':
        placeSystem(out, message, policy, where, report)
        reportLeftOut(message, ['content'], where, report)
        return
      case 'user': {
        const content = userContent(message.content, policy, where, report)
        // An empty text beside pictures is refused by strict servers.
        const own = isBlank(content) ? [] : partsOf(content)
        out.push({ role: 'user', content: pictures.length > 0 ? [...pictures, ...own] : content })
        const shown = pictures.filter(({ type }) => type === 'image_url').length
        if (shown > 0) report('answer_images', where, undefined, shown)
        pictures = []
        reportLeftOut(message, ['content'], where, report)
        return
      }
      case 'assistant': {
        const stored: unknown = message.tool_calls
        const kept = native && keptAnswer(message, native, policy, where, report)
        const calls = (Array.isArray(stored) ? stored : []).filter(
          // Calls of the provider are among the items that go back as they came.
          (call): call is ToolCall => isRecord(call) && !(kept && call.providerRun),
        )
        const sent = prepareToolCalls(message, calls, wireId, policy, where, report)
        const { answers, orphans: rest } = answerCalls(
          messages,
          index,
          calls,
          sent,
          policy,
          report,
          native !== undefined,
        )
        orphans = rest
        const text = assistantText(message, where, report)
        if (!text && sent.length === 0 && !kept) {
          report('empty_turn', where, message.content)
          return
        }
        const { emptyContent = null } = policy
        const wire: AssistantRequestMessage = { role: 'assistant', content: text || emptyContent }
        if (sent.length > 0) wire.tool_calls = sent
        let isThoughtSent = kept !== undefined
        if (kept) wire.kept = kept
        else if (!native) isThoughtSent = replay(wire, message, index, where)
        out.push(wire, ...answers)
        const shown = kept ? [] : answerPictures(message, policy)
        if (index >= lastShown) pictures.push(...shown)
        else if (shown.length > 0) {
          const text = `Images in the answer before: ${shown.length - 1}, not sent again.`
          report('older_images', where, shown.length - 1, text)
          pictures.push({ type: 'text', text })
        }
        const sentToo = shown.length > 0 ? ['images'] : []
        const fields = sentFields(message, text, isThoughtSent, kept !== undefined)
        reportLeftOut(message, [...fields, ...sentToo], where, report)
        return
      }
      // Results leave with the turn that they answer; a result that answers none would be refused.
      case 'tool':
        if (!orphans || orphans.has(message)) report('orphan_result', where, message.tool_call_id)
        else reportLeftOut(message, ['content', 'tool_call_id'], where, report)
        return
      default:
        message satisfies never
        report('unknown_role', where, message)
    }
  })
  return makeWellFormed(arrangeTurns(out, policy, report), policy, report)
}
