import type { AssistantMessage, Message, ToolMessage } from '@antiphon/core'
import { compact, isRecord, wordOf } from '@antiphon/base'
import { wireUsage } from '../openai/responses.js'
import { createCallWriter, leftOver, type AgentEvent, type AgentReader } from '../agents/agent-event.js'
import { callsOf, wordsOf, type AnswerOfRun, type Entry, type Row } from './draft.js'
import { activityRow, questionIn, stateRow } from './asides.js'
import { isAgUiEvent } from './event.js'
import { createAgUiRun } from './run.js'

/** Begins and ends of what is told apart by its pieces, and what the run itself reads: nothing of it is left over. */
const READ = /^(?:RUN_|TEXT_MESSAGE_|TOOL_CALL_|STATE_|MESSAGES_|ACTIVITY_|REASONING_|THINKING_)|^RAW$/

/** How much of an answer was handed on. */
interface Told {
  /** Characters of each piece: of a call, of its arguments. */
  pieces: number[]
  details: number
  results: number
}

/**
 * Reads the events of one live AG-UI run with the reader of recordings and hands on the news after each event. If several agents
 * answer at once, their answers follow each other. Messages without a call between them are one answer, because a chat
 * asks again only after calls.
 *
 * @param thread the messages that were sent, which a snapshot or a resumed run may say again.
 */
export function readAgUiLive(thread: readonly Message[] = []): AgentReader {
  const run = createAgUiRun(() => {})
  const told = new Map<AnswerOfRun, Told>()
  const passed = new Set<Entry>()
  const known = knownOf(thread)
  let calls = createCallWriter()
  /** Calls of the answer that is being written, without results. */
  const open = new Set<string>()
  let speaker: AnswerOfRun | undefined
  let hasText = false
  /** The part of the thoughts before an answer that was already handed on. */
  let thought = ''
  /** Rows as they were last handed on. */
  const rows = new Map<string, string>()
  let isOver = false

  function finish(reason: string): AgentEvent {
    calls = createCallWriter()
    open.clear()
    rows.clear()
    speaker = undefined
    hasText = false
    return { type: 'finish', reason }
  }
  /** Finishes an answer whose calls all have results: the text that follows is the answer to those results. */
  const goOn = (): AgentEvent[] => (calls.count > 0 && open.size === 0 ? [finish('tool_calls')] : [])

  const delta = (key: 'content' | 'reasoning', text: string): AgentEvent => ({
    type: 'delta',
    delta: { [key]: text },
  })

  function* say(answer: AnswerOfRun, kind: 'text' | 'reasoning', text: string): Generator<AgentEvent> {
    if (text === '') return
    yield* goOn()
    const isNext = kind === 'text' && hasText && speaker !== answer
    if (kind === 'text') [speaker, hasText] = [answer, true]
    yield delta(kind === 'text' ? 'content' : 'reasoning', isNext ? `\n\n${text}` : text)
  }

  function* tellAnswer(answer: AnswerOfRun): Generator<AgentEvent> {
    let state = told.get(answer)
    if (!state) {
      told.set(answer, (state = { pieces: [], details: 0, results: 0 }))
      const [first] = answer.pieces
      if (first?.kind === 'reasoning' && thought !== '' && first.text.startsWith(thought)) {
        state.pieces[0] = thought.length
        thought = ''
      }
    }
    for (const [i, piece] of answer.pieces.entries()) {
      const before = state.pieces[i]
      if (piece.kind === 'row') continue
      if (piece.kind !== 'call') {
        state.pieces[i] = piece.text.length
        yield* say(answer, piece.kind, piece.text.slice(before ?? 0))
        continue
      }
      const { id, name, input } = piece.call
      // A resumed run says again which calls it was asked about.
      if (known.asked.has(id)) continue
      state.pieces[i] = input.length
      if (before === undefined) {
        yield* goOn()
        open.add(id)
        yield calls.start(id, { id, name })
      }
      const more = input.slice(before ?? 0)
      if (more !== '') yield calls.append(id, more)
    }
    const details = answer.details.slice(state.details)
    state.details = answer.details.length
    if (details.length > 0) yield { type: 'delta', delta: { reasoning_details: details } }
    const results = answer.results.slice(state.results)
    state.results = answer.results.length
    for (const result of results) {
      open.delete(result.tool_call_id)
      yield resultEvent(result)
    }
  }

  /** Whatever is new of the answers. One whose text is still open holds back those behind it. */
  function* tell(isSnapshot: boolean): Generator<AgentEvent> {
    const { entries, thoughts } = run
    const last = entries.findLastIndex((entry) => 'message' in entry && entry.message.role === 'user')
    for (const entry of entries.slice(last + 1)) {
      if ('message' in entry) {
        const { message } = entry
        if (passed.has(entry) || message.role !== 'tool') continue
        passed.add(entry)
        yield resultEvent(message)
        continue
      }
      const { answer } = entry
      const ofThread = isSnapshot && !told.has(answer) && isKnown(answer, known)
      if (ofThread) passed.add(entry)
      if (passed.has(entry)) {
        // Its calls may get results now.
        for (const result of answer.results.splice(0))
          if (!known.results.has(result.tool_call_id)) yield resultEvent(result)
        continue
      }
      yield* tellAnswer(answer)
      if (answer.isOpen && !run.ended) return
    }
    if (thoughts.startsWith(thought) && thoughts.length > thought.length) {
      yield* goOn()
      yield delta('reasoning', thoughts.slice(thought.length))
      thought = thoughts
    }
  }

  /** Hands on the state and each activity as a row of its own, which is replaced when it changes. */
  function* tellRows(): Generator<AgentEvent> {
    const shown: Row[] = run.state === undefined ? [] : [stateRow(run.state)]
    for (const [id, activity] of run.activities) shown.push(activityRow(id, activity))
    for (const { key, name, value, details } of shown) {
      const text = JSON.stringify(value) ?? ''
      if (rows.get(key) === text) continue
      rows.set(key, text)
      yield calls.row(key, { name, input: value, run: { result: '', details } })
    }
  }

  function* end(): Generator<AgentEvent> {
    isOver = true
    if (run.failure) return yield { type: 'failure', error: { error: run.failure } }
    for (const interrupt of run.interrupts) {
      const { callId, request, own } = questionIn(interrupt, (id) => open.has(id))
      if (own) yield calls.whole(own.id, own)
      yield { type: 'question', callId, request }
    }
    const usage = run.entries.findLast((entry) => 'answer' in entry && entry.answer.more.usage)
    const counts = usage && 'answer' in usage ? usage.answer.more.usage : undefined
    if (counts) yield { type: 'about', fields: { usage: wireUsage(counts) } }
    yield finish(run.cancelled ? 'cancelled' : calls.count > 0 ? 'tool_calls' : 'stop')
    yield { type: 'over' }
  }

  return (event) => {
    if (!isRecord(event) || isOver) return []
    run.read(event)
    const isLeft = !isAgUiEvent(event) || !READ.test(wordOf(event.type))
    const isInterrupt = event.type === 'CUSTOM' && event.name === 'on_interrupt'
    return [
      ...tell(event.type === 'MESSAGES_SNAPSHOT' || event.type === 'RUN_STARTED'),
      ...tellRows(),
      ...(isLeft && !isInterrupt ? [leftOver(event)] : []),
      ...(run.ended ? end() : []),
    ]
  }
}

const resultEvent = ({ tool_call_id: callId, content, isError }: ToolMessage): AgentEvent => ({
  type: 'result',
  callId,
  value: compact({ content, isError }),
})

interface Known {
  ids: ReadonlySet<string>
  /** Calls of the answer at the end of the thread. */
  asked: ReadonlySet<string>
  calls: ReadonlySet<string>
  results: ReadonlySet<string>
  texts: ReadonlySet<string>
}

function knownOf(thread: readonly Message[]): Known {
  const answers = thread.filter((message) => message.role === 'assistant')
  const callIds = (of: readonly AssistantMessage[]): Set<string> =>
    new Set(of.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id)))
  const end = thread.findLast(({ role }) => role !== 'tool')
  return {
    ids: new Set(answers.flatMap(({ id }) => id ?? [])),
    asked: callIds(end?.role === 'assistant' ? [end] : []),
    calls: callIds(answers),
    results: new Set(thread.flatMap((message) => (message.role === 'tool' ? message.tool_call_id : []))),
    texts: new Set(answers.flatMap(({ content, tool_calls: calls }) => (content && !calls ? content : []))),
  }
}

/** Is this an answer that was in the thread before the run? */
function isKnown(answer: AnswerOfRun, { ids, calls, texts }: Known): boolean {
  const own = callsOf(answer)
  if (answer.id !== '' && ids.has(answer.id)) return true
  if (own.length > 0) return own.every(({ id }) => calls.has(id))
  return !answer.isOpen && texts.has(wordsOf(answer))
}
