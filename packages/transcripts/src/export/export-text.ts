import {
  type Ending,
  type CallState,
  contentToText,
  messageParts,
  type Message,
  type ToolMessage,
  deriveTurns,
  describeEnding,
  pairStep,
  type PairedCall,
  type Step,
  type Turn,
} from '@antiphon/core'
import { isNote, type NoteChannel } from '@antiphon/core/channels'
import { closeBlock } from './close-block.js'

/** Words around the messages of an exported text. */
export interface ExportLabels extends Readonly<Record<NoteChannel, string>> {
  system: string
  developer: string
  context: string
  notification: string
  user: string
  assistant: string
  call: string
  result: string
  withheld: string
  /** Labels of calls that did not simply succeed. */
  states: Partial<Record<CallState, string>>
  /** Labels of answers that did not simply end. */
  endings: Partial<Record<Ending['kind'], string>>
}

/** The labels in English. */
export const exportLabels: ExportLabels = {
  system: 'System prompt',
  developer: 'Developer prompt',
  context: 'Context',
  notification: 'Note',
  user: 'You',
  assistant: 'Assistant',
  call: 'Call',
  result: 'Result',
  reasoning: 'Thought',
  withheld: 'Reasoned, not shown by the provider',
  states: {
    error: 'failed',
    denied: 'denied',
    cancelled: 'stopped',
    'cut-off': 'arguments cut off, not run',
    unanswered: 'no result',
    orphan: 'result without a call',
  },
  endings: {
    'length-text': 'Cut off at the token limit',
    'length-thinking': 'Ran out of tokens while thinking',
    'length-call': 'Cut off while writing a tool call',
    'thought-only': 'Only thoughts, no answer',
    'filter-empty': 'Withheld by the content filter of the provider',
    'filter-midway': 'Stopped by the content filter of the provider',
    refusal: 'The model declined',
    unanswered: 'Waiting for a tool result',
    incomplete: 'Connection ended before the answer did',
    error: 'Failed',
    cancelled: 'Stopped by the user',
    other: 'Finished',
  },
}

/** The title and the words of an exported text. */
export interface ExportTextOptions {
  /** The title at the top; in Markdown a heading of the first level. Default: none. */
  title?: string
  /** Words around the messages. Default English. */
  labels?: Partial<ExportLabels>
}

/** How one kind of text writes the pieces of a transcript. */
interface Style {
  /** Words that nobody wrote as Markdown, such as the name of a file or the message of an error. */
  words(text: string): string
  name(text: string): string
  title(text: string): string
  author(name: string): string
  note(label: string, text: string): string
  call(line: string, args: string, result: string | undefined, labels: ExportLabels): string
  remark(text: string): string
  /** Speech: the text of a person or a model. */
  block(text: string): string
}

/**
 * The transcript as Markdown: texts as written, calls and results in fences. It is for people: the format `plain-text` reads back
 * who said what, and no more.
 */
export function exportMarkdown(messages: readonly Message[], options: ExportTextOptions = {}): string {
  return write(messages, options, markdown)
}

/** The transcript as plain text, one paragraph per text, call and result. */
export function exportText(messages: readonly Message[], options: ExportTextOptions = {}): string {
  return write(messages, options, plain)
}

const markdown: Style = {
  words: escapeMarkdown,
  name: codeSpan,
  title: (text) => `# ${escapeMarkdown(oneLine(text))}`,
  author: (name) => `## ${escapeMarkdown(oneLine(name))}`,
  note: (label, text) => quote(`**${label}**\n\n${text}`),
  call: (line, args, result, labels) =>
    [
      `**${labels.call}** ${line}`,
      args && fence(args, 'json'),
      result !== undefined && `${labels.result}:\n\n${fence(result, '')}`,
    ]
      .filter(Boolean)
      .join('\n\n'),
  remark: (text) => `> ${escapeMarkdown(oneLine(text))}`,
  block: closeBlock,
}

const plain: Style = {
  words: (text) => text,
  name: oneLine,
  title: (text) => `${oneLine(text)}\n${'='.repeat(Math.min(72, oneLine(text).length))}`,
  author: (name) => `${oneLine(name)}:`,
  note: (label, text) => `(${label})\n${indent(text)}`,
  call: (line, args, result, labels) =>
    [
      `[${labels.call}] ${line}`,
      args && indent(args),
      result !== undefined && `[${labels.result}]\n${indent(result)}`,
    ]
      .filter(Boolean)
      .join('\n'),
  remark: (text) => `[${oneLine(text)}]`,
  block: (text) => text,
}

function write(
  messages: readonly Message[],
  { title, labels: given }: ExportTextOptions,
  style: Style,
): string {
  const labels = { ...exportLabels, ...given }
  const turns = deriveTurns(messages).map((turn) => writeTurn(turn, style, labels))
  const blocks = [title === undefined ? '' : style.title(title), ...turns].filter((text) => text !== '')
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`
}

function writeTurn(turn: Turn, style: Style, labels: ExportLabels): string {
  if (turn.role === 'assistant') {
    return [
      style.author(labels.assistant),
      ...turn.steps.flatMap((step) => writeStep(step, style, labels)),
    ].join('\n\n')
  }
  const { message } = turn
  const kind = 'kind' in message ? message.kind : undefined
  const known = kind ?? message.role
  const label: unknown = Object.hasOwn(labels, known) ? labels[known as keyof ExportLabels] : known
  const author = typeof label === 'string' ? label : known
  return [style.author(author), style.block(said(message.content, style))]
    .filter((text) => text !== '')
    .join('\n\n')
}

function writeStep(step: Step, style: Style, labels: ExportLabels): string[] {
  const { assistant } = step
  const { calls, orphans } = pairStep(step)
  const blocks = (assistant ? messageParts(assistant) : []).flatMap((part): string[] => {
    switch (part.type) {
      case 'image':
        return [style.remark(contentToText([part.part]))]
      case 'audio':
        return part.audio.transcript
          ? [style.block(part.audio.transcript.trimStart())]
          : [style.remark('[audio]')]
      case 'tool_calls':
        return part.callIndexes.flatMap((index) => {
          const call = calls.find((one) => one.callIndex === index)
          return call ? [writeCall(call, style, labels)] : []
        })
      default: {
        const { type, text, encrypted } = part
        if (encrypted) return [style.remark(labels.withheld)]
        // Without an indent it cannot go on in a list of the text before.
        return [isNote(type) ? style.note(labels[type], text) : style.block(text.trimStart())]
      }
    }
  })
  const lost = orphans.map((result) => {
    const name = style.name(result.toolName ?? result.tool_call_id)
    return style.call(`${name} (${labels.states.orphan})`, '', resultText(result), labels)
  })
  return [...blocks, ...lost, ...writeEnding(step, style, labels)]
}

function writeCall({ call, result, state }: PairedCall, style: Style, labels: ExportLabels): string {
  const { name, arguments: raw } = call.function
  const verdict = state === 'done' ? '' : ` (${labels.states[state] ?? state})`
  return style.call(`${style.name(name)}${verdict}`, raw.trim(), result && resultText(result), labels)
}

function resultText({ content }: ToolMessage): string {
  return contentToText(content)
}

function writeEnding(step: Step, style: Style, labels: ExportLabels): string[] {
  const { kind, raw } = describeEnding(step)
  const words = labels.endings[kind]
  if (kind === 'error') {
    const { error } = step.assistant!
    return [style.remark(`${words}${error ? `: ${error.message}` : ''}`)]
  }
  return words === undefined ? [] : [style.remark(kind === 'other' && raw ? `${words}: ${raw}` : words)]
}

/** A message of a person or an instruction: texts as written, other parts in words. */
function said(content: Message['content'], style: Style): string {
  if (typeof content === 'string' || content == null) return content ?? ''
  return content
    .map((part) =>
      part.type === 'text' ? contentToText([part]) : style.words(oneLine(contentToText([part]))),
    )
    .join('')
}

/** Escapes every mark and makes no links, so that the text shows exactly as it is. `&lt;` holds in HTML too, where no backslash does. */
function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]>()#+\-!|&~$^=@]/g, '\\$&')
    .replaceAll('<', '&lt;')
    .replaceAll(/^(\d+)\./g, '$1\\.')
    .replaceAll(/:(?=\/\/)/g, '\\:')
    .replaceAll(/\bwww\./gi, (host) => host.replace('.', '\\.'))
}

/** Code in a line, whatever backticks it holds. */
function codeSpan(text: string): string {
  const line = oneLine(text)
  const mark = '`'.repeat(longestRun(line) + 1)
  return line.includes('`') ? `${mark} ${line} ${mark}` : `${mark}${line}${mark}`
}

/** A fence longer than any run of backticks inside, so that nothing gets out of it. */
function fence(text: string, language: string): string {
  const mark = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${mark}${language}\n${text}\n${mark}`
}

function longestRun(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}

function quote(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n')
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
