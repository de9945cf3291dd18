import { contentToText } from '../message/content-to-text.js'
import { matchResults } from '../message/match-results.js'
import type { ContentPart, Message, ToolCall, ToolMessage } from '../message/types.js'
import type { ReportAdjustment, RequestMessage, RequestPolicy } from './request-types.js'
import { userContent } from './user-content.js'

/**
 * The results of one turn for the wire: one per call, in call order, under the ids that leave with the calls. A call
 * nobody answered gets a result that says so; servers refuse a turn with an open call. Results are text everywhere, so
 * their images follow in a message of the user, after all results of the turn (wire-facts 1.3).
 */
export function answerCalls(
  messages: readonly Message[],
  index: number,
  calls: readonly ToolCall[],
  sent: readonly ToolCall[],
  policy: RequestPolicy,
  report: ReportAdjustment,
): { answers: RequestMessage[]; orphans: ReadonlySet<ToolMessage> } {
  const { slots, orphans } = matchResults(calls, resultsAfter(messages, index))
  const images: ContentPart[] = []
  let next = index

  const answers = sent.map(({ id, function: { name } }, i): RequestMessage => {
    const result = slots[i]
    let content = 'No result was provided.'
    if (result) {
      const place = messages.indexOf(result, index)
      const where = `messages[${place}]`
      if (place !== ++next) report('result_moved', where, place, next)
      content = resultText(result, `the result of ${name} (${id})`, images, policy, where, report)
    } else {
      report('missing_result', `messages[${index}].tool_calls[${i}]`, undefined, content)
    }
    return { role: 'tool', tool_call_id: id, ...(policy.toolNameOnResult && { name }), content }
  })
  if (images.length > 0) answers.push({ role: 'user', content: images })
  return { answers, orphans: new Set(orphans) }
}

/**
 * The text of a result. What it holds of images is added to `images`, under a line that says where they are from. A file
 * stays a name: a tool that wants its text read returns text.
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
  return contentToText(sent)
}

/** The results that belong to an assistant message: those up to the next one (the scope of pairing). */
function resultsAfter(messages: readonly Message[], index: number): ToolMessage[] {
  const results: ToolMessage[] = []
  for (let i = index + 1; i < messages.length && messages[i]?.role !== 'assistant'; i++) {
    if (messages[i]?.role === 'tool') results.push(messages[i] as ToolMessage)
  }
  return results
}
