import type { Message, Usage } from '@antiphon/core'
import {
  withMetadata,
  draftAnswer,
  defineSession,
  type SessionThread,
  severalOf,
} from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'

const START = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/
const PROMPT = /^#### ?/
const OUTPUT = /^> ?/
const FENCE = /^ {0,3}(`{3,}|~{3,})/
const TOKENS =
  /^Tokens: ([\d.]+)(k?) sent,(?: [\d.]+k? cache \w+,)* ([\d.]+)(k?) received\.(?: Cost: \$([\d.]+) message)?/

/** The history of Aider: Markdown with many chats, in which prompts are headings and output of the program is quoted. */
export const aiderFormat = defineSession({
  name: 'aider',
  title: 'Aider: .aider.chat.history.md',
  shapes: ['history'],
  needs: 'a text that begins with "# aider chat started at" and a time',
  isText: (text) => START.test(text.replace(/^\uFEFF?\s*/, '')),
  sign: () => undefined,
  read(value, _, open) {
    const lines = String(value)
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
    const chats: { start: string; lines: string[] }[] = []
    for (const line of lines) {
      const start = START.exec(line)?.[1]
      if (start !== undefined) chats.push({ start, lines: [] })
      else chats.at(-1)?.lines.push(line)
    }
    return severalOf(chats.map((chat) => readChat(chat.start, chat.lines, open('history'))))
  },
})

/** Lines that belong together. */
interface Run {
  kind: 'prompt' | 'output' | 'answer'
  lines: string[]
}

function readChat(start: string, lines: readonly string[], thread: SessionThread): Conversation {
  for (const run of runsOf(lines)) {
    const text = run.lines.join('\n').trim()
    if (run.kind === 'prompt') thread.add({ role: 'user', content: text })
    else if (run.kind === 'answer') {
      if (text !== '') thread.add(readAnswer(text))
    } else {
      const usage = run.lines.map(usageIn).findLast((found) => found !== undefined)
      const last = thread.messages.at(-1)
      if (usage && last?.role === 'assistant') thread.replace(last, { ...last, usage })
      thread.add({ role: 'user', kind: 'notification', content: text })
    }
  }
  return thread.end({ fields: { start } })
}

/** Inside a fence of an answer, quoted lines are not output, and a heading begins a prompt only after an empty line. */
function runsOf(lines: readonly string[]): Run[] {
  const runs: Run[] = []
  let fence: string | undefined
  lines.forEach((line, at) => {
    const isPrompt = PROMPT.test(line) && (fence === undefined || lines[at - 1]?.trim() === '')
    const isOutput = fence === undefined && OUTPUT.test(line)
    const kind = isPrompt ? 'prompt' : isOutput ? 'output' : 'answer'
    if (kind !== 'answer') fence = undefined
    else {
      const mark = FENCE.exec(line)?.[1]
      if (mark !== undefined) {
        if (fence === undefined) fence = mark
        else if (mark.startsWith(fence) && line.trim() === mark) fence = undefined
      }
    }
    const text =
      kind === 'prompt' ? line.replace(PROMPT, '') : kind === 'output' ? line.replace(OUTPUT, '') : line
    const shown = kind === 'answer' ? text : text.trimEnd()
    const last = runs.at(-1)
    // An empty line ends a prompt, and the next line begins another one.
    const isNext = kind === 'prompt' && lines[at - 1]?.trim() === ''
    if (last?.kind === kind && !isNext) last.lines.push(shown)
    else if (kind !== 'answer' || line.trim() !== '') runs.push({ kind, lines: [shown] })
  })
  return runs
}

/** Reads an answer, whose reasoning is between two marks. */
function readAnswer(text: string): Message {
  const draft = draftAnswer()
  const found = /^-*\n?► \*\*THINKING\*\*\n([^]*?)\n-*\n?► \*\*ANSWER\*\*\n?/.exec(text)
  if (!found) draft.text(text)
  else {
    draft.reasoning(found[1]!.trim())
    draft.text(text.slice(found[0].length).trim())
  }
  const message = draft.message()
  return found ? withMetadata(message, { 'aider.text': text }) : message
}

/** Counts are rounded to hundreds where they are long. */
function usageIn(line: string): Usage | undefined {
  const found = TOKENS.exec(line)
  if (!found) return undefined
  const [, sent, sentUnit, received, receivedUnit, cost] = found
  const count = (text: string, unit: string): number => Math.round(Number(text) * (unit === 'k' ? 1000 : 1))
  return {
    inputTokens: count(sent!, sentUnit!),
    outputTokens: count(received!, receivedUnit!),
    ...(cost !== undefined && { cost: { amount: Number(cost), currency: 'USD' } }),
    origin: 'estimated',
  }
}
