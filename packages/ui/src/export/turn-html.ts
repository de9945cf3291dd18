import {
  messageParts,
  pairStep,
  type MessagePart,
  type Message,
  type PairedCall,
  type Step,
  type Turn,
} from '@antiphon/core'
import { isNotice, noticeText, noticeTitle } from '../components/system-notice/notice-words.js'
import { summarizeUsage, tokenRate } from '../components/usage-meter/usage-summary.js'
import { callHtml, callsHtml } from './call-html.js'
import { endingHtml, figuresHtml } from './ending-html.js'
import type { ExportWords } from './export-words.js'
import { el, escape, join, revealed, type Html } from './html.js'
import { markdownHtml } from './markdown-html.js'
import { contentHtml, partHtml } from './part-html.js'
import { rowHtml } from './row.js'

/** One article: a question, an answer with all its steps, or a notice. */
export function turnHtml(turn: Turn, words: ExportWords): Html {
  const { transcript } = words.strings
  if (turn.role === 'assistant') {
    const author = revealed(transcript.assistant)
    return el(
      'article',
      { class: 'answer' },
      el('h2', {}, author),
      ...turn.steps.map((step) => stepHtml(step, words)),
      footer(turn.steps, words),
    )
  }
  const { message } = turn
  if (isNotice(message))
    return el(
      'article',
      { class: 'notice' },
      el('h2', {}, escape(transcript.notice)),
      noticeHtml(message, words),
    )
  const { content }: { content: unknown } = message
  return el(
    'article',
    { class: 'question' },
    el('h2', {}, escape(transcript.you)),
    el('div', { class: 'bubble' }, contentHtml(content, words, words.strings.attachment.userImage)),
  )
}

function noticeHtml(message: Message, words: ExportWords): Html {
  const text = noticeText(message)
  const body = text === '' ? undefined : el('div', { class: 'text quiet', dir: 'auto' }, revealed(text))
  return rowHtml({ icon: 'notice', title: revealed(noticeTitle(message, text, words)), body })
}

function stepHtml(step: Step, words: ExportWords): Html {
  const { assistant } = step
  const { calls, orphans } = pairStep(step)
  const parts = assistant ? messageParts(assistant) : []
  const isEmpty = parts.length === 0 && orphans.length === 0
  const ending = endingHtml(step, words)
  return join([
    ...parts.map((part) => answerPart(part, calls, words)),
    ...orphans.map((result): Html => {
      const name = result.toolName ?? result.tool_call_id
      const call = { id: result.tool_call_id, type: 'function' as const, function: { name, arguments: '' } }
      return callHtml({ key: '', call, result, state: 'orphan', messageIndex: -1, callIndex: -1 }, words)
    }),
    isEmpty && !ending && el('p', { class: 'none' }, escape(words.strings.transcript.emptyAnswer)),
    ending,
  ])
}

function answerPart(part: MessagePart, calls: readonly PairedCall[], words: ExportWords): Html {
  const { reasoning, attachment } = words.strings
  switch (part.type) {
    case 'text':
    case 'refusal':
      return markdownHtml(part.text, words)
    case 'tool_calls':
      return callsHtml(
        part.callIndexes.flatMap((index) => calls.find((call) => call.callIndex === index) ?? []),
        words,
      )
    case 'image':
      return el('div', { class: 'figure' }, partHtml(part.part, words, attachment.generatedImage))
    case 'reasoning': {
      if (part.encrypted) return rowHtml({ icon: 'hidden', title: escape(reasoning.hidden) })
      const elapsed = part.ms === undefined ? undefined : words.formats.roughDuration(part.ms)
      const body = el('div', { class: 'thought' }, markdownHtml(part.text, words))
      return rowHtml({ icon: 'thinking', title: escape(reasoning.done(elapsed)), body })
    }
  }
}

function footer(steps: readonly Step[], { strings, formats }: ExportWords): Html | undefined {
  const sum = summarizeUsage(steps)
  const { usage, durationMs, model } = sum
  const rate = tokenRate(sum)
  const tokens = [
    usage?.inputTokens === undefined ? undefined : strings.usage.in(formats.number(usage.inputTokens)),
    usage?.outputTokens === undefined ? undefined : strings.usage.out(formats.number(usage.outputTokens)),
  ].filter((figure) => figure !== undefined)
  return figuresHtml([
    model,
    tokens.length > 0 ? tokens.join(', ') : undefined,
    durationMs === undefined ? undefined : formats.duration(durationMs),
    rate === undefined ? undefined : strings.usage.rate(formats.number(rate)),
    usage?.cost && formats.money(usage.cost.amount, usage.cost.currency),
  ])
}
