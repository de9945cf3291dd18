import { compact, isRecord, type JsonObject } from '../../errors/is-record.js'
import { matchResults } from '../../message/match-results.js'
import type {
  AssistantMessage,
  ContentPart,
  Message,
  ReasoningDetail,
  ToolMessage,
} from '../../message/types.js'
import type { ReportLoss } from '../format-types.js'
import { segmentsOf, stretchesOf, type Stretch } from '../shared/segments.js'
import { readFile, writeFile } from './file-part.js'
import { readReasoningDetails, writeHidden, writeReasoning } from './reasoning-part.js'
import { isToolPart, readToolPart, writeToolPart } from './tool-part.js'

/** One step: an answer and the results of its calls. `aside` are parts we have no place for, by their position. */
export function readStep(
  parts: readonly { part: JsonObject; at: number }[],
  where: string,
  aside: Record<string, unknown>,
  report: ReportLoss,
): Message[] {
  const stretches: Stretch[] = []
  const details: ReasoningDetail[] = []
  const images: ContentPart[] = []
  const annotations: unknown[] = []
  const tools: ReturnType<typeof readToolPart>[] = []
  for (const { part, at } of parts) {
    const image = part.type === 'file' ? readFile(part) : undefined
    if (part.type === 'text' && typeof part.text === 'string')
      stretches.push({ type: 'text', text: part.text })
    else if (part.type === 'reasoning' && typeof part.text === 'string') {
      const found = readReasoningDetails(part)
      if (part.text !== '' || found.length === 0) stretches.push({ type: 'reasoning', text: part.text })
      details.push(...found)
    } else if (isToolPart(part)) {
      stretches.push({ type: 'tool_call', index: tools.length })
      tools.push(readToolPart(part))
    } else if (part.type === 'source-url' && typeof part.url === 'string') {
      const title = typeof part.title === 'string' ? part.title : undefined
      annotations.push({ type: 'url_citation', url_citation: compact({ url: part.url, title }) })
    } else if (image?.type === 'image_url') images.push(image)
    else {
      aside[String(at)] = part
      report('not_shown', `${where}.parts[${at}]`, part, undefined)
    }
  }
  const join = (type: Stretch['type']): string =>
    stretches.map((stretch) => (stretch.type === type && 'text' in stretch ? stretch.text : '')).join('')
  const answer = compact<AssistantMessage>({
    role: 'assistant',
    content: join('text'),
    tool_calls: tools.length > 0 ? tools.map(({ call }) => call) : undefined,
    reasoning: join('reasoning') || undefined,
    reasoning_details: details.length > 0 ? details : undefined,
    annotations: annotations.length > 0 ? annotations : undefined,
    images: images.length > 0 ? images : undefined,
    segments: segmentsOf(stretches),
  })
  return [answer, ...tools.flatMap(({ result }) => result ?? [])]
}

/** The parts of one step, without its mark. */
export function writeStep(
  answer: AssistantMessage,
  results: readonly { message: ToolMessage; at: number }[],
  where: string,
  report: ReportLoss,
): JsonObject[] {
  const parts: JsonObject[] = []
  const calls = answer.tool_calls ?? []
  const { slots } = matchResults(
    calls,
    results.map(({ message }) => message),
  )
  const details = [...(answer.reasoning_details ?? [])]
  const addHidden = (): void => {
    const hidden = details[0] && writeHidden(details[0])
    if (!hidden) return
    parts.push(hidden)
    details.shift()
    addHidden()
  }
  addHidden()
  for (const stretch of stretchesOf(answer)) {
    if (stretch.type === 'text') parts.push({ type: 'text', text: stretch.text })
    else if (stretch.type === 'reasoning') {
      parts.push(writeReasoning(stretch.text, details))
      addHidden()
    } else if (stretch.type === 'tool_call') {
      const result = slots[stretch.index]
      const at = results.find(({ message }) => message === result)?.at
      parts.push(writeToolPart(calls[stretch.index]!, result, `messages[${at}]`, report))
    } else if (!answer.content) {
      report('refusal', `${where}.refusal`, stretch.text, undefined)
      parts.push({ type: 'text', text: stretch.text })
    }
  }
  answer.images?.forEach((image, i) => parts.push(writeFile(image, `${where}.images[${i}]`, report)))
  answer.annotations?.forEach((entry, i) => {
    const source = writeSource(entry, i)
    if (source) parts.push(source)
  })
  return parts
}

function writeSource(entry: unknown, i: number): JsonObject | undefined {
  const citation = isRecord(entry) && isRecord(entry.url_citation) ? entry.url_citation : undefined
  if (typeof citation?.url !== 'string') return undefined
  return compact({ type: 'source-url', sourceId: `source-${i}`, url: citation.url, title: citation.title })
}
