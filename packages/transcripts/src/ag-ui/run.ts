import type { Message, ToolMessage } from '@antiphon/core'
import {
  compact,
  field,
  isRecord,
  listOf,
  numberOf,
  parseJson,
  safeStringify,
  recordIn,
  textOf,
  type JsonObject,
  wordOf,
} from '@antiphon/base'
import type { Metadata } from '../shared/local-fields.js'
import { unshownNote } from '../shared/unshown.js'
import type { ReportLoss } from '../types.js'
import { failedBy } from '../shared/failure.js'
import { usageFrom } from '../shared/message-fields.js'
import { isAgUiEvent, keysOf } from './event.js'
import { applyPatch } from './json-patch.js'
import { activityRow, questionIn, stateRow, type Activity } from './asides.js'
import {
  addText,
  callsOf,
  messagesOf,
  newAnswer,
  putRow,
  type AnswerOfRun,
  type DraftCall,
  type Entry,
  type Row,
} from './draft.js'
import { resultContent, otherMessage, takeSnapshot } from './snapshot.js'

const UNSHOWN = /^(?:STEP_STARTED|CUSTOM|RAW)/

/** The state of a run after the AG-UI events so far. Shared by the live transport and the reader of recordings. */
export interface AgUiRun {
  /** Reads one event. Never throws. */
  read(event: JsonObject): void
  /** Answers and other messages, in order; they grow in place. */
  readonly entries: readonly Entry[]
  /** Thoughts since the last answer began. */
  readonly thoughts: string
  /** The state that the agent and the page share, all patches applied. */
  readonly state: unknown
  /** Activities that the agent shows beside its words, by id. */
  readonly activities: ReadonlyMap<string, Activity>
  /** The interrupts that the agent waits for, if the run ended with some. */
  readonly interrupts: readonly JsonObject[]
  /** The failure that the run ended with. */
  readonly failure: JsonObject | undefined
  /** The run was stopped before it completed. */
  readonly cancelled: boolean
  readonly ended: boolean
  /** The messages, once nothing more comes. A run without its end is cut. */
  end(): Message[]
}

/** Words of an outcome for a run that was stopped before it completed. */
const CANCELLED = /cancel|abort|stopped/i
/** Words of an outcome for a run that failed, although its end is not a `RUN_ERROR`. */
const FAILED = /fail|error|timeout|exception/i

/**
 * Reads the events of AG-UI (docs/wire 11). Answers are keyed by id, because several agents may answer at once. The order of
 * events may vary. If there are two ends, the first counts.
 */
export function createAgUiRun(report: ReportLoss): AgUiRun {
  let shared: unknown
  const activities = new Map<string, Activity>()
  let interrupts: JsonObject[] = []
  let isCancelled = false
  let failure: JsonObject | undefined
  let entries: Entry[] = []
  /** Thoughts that came before the answer they belong to. */
  let thoughts = ''
  const thoughtIds = new Set<string>()
  let current: AnswerOfRun | undefined
  let lastCall = ''
  let state: { snapshot?: unknown; deltas: unknown[] } | undefined
  const notes = { steps: [] as unknown[], custom: [] as unknown[], activities: [] as unknown[] }
  const unshown: JsonObject[] = []
  /** Rows that were shown before any answer began. */
  const early = new Map<string, Row>()
  /** Interrupts, each with the answer that was last when its run ended. */
  const asked: { after: AnswerOfRun | undefined; interrupt: JsonObject }[] = []
  let isOpen = false
  let isEnded = false

  const answers = (): AnswerOfRun[] => entries.flatMap((entry) => ('answer' in entry ? [entry.answer] : []))
  const answerWith = (callId: string): AnswerOfRun | undefined =>
    answers().findLast((answer) => callsOf(answer).some(({ id }) => id === callId))

  function begin(id: string): AnswerOfRun {
    const answer = newAnswer(id)
    if (thoughts !== '') addText(answer, 'reasoning', thoughts)
    if (thoughtIds.size > 0) answer.notes['ag-ui.reasoning'] = [...thoughtIds]
    thoughts = ''
    thoughtIds.clear()
    for (const row of early.values()) putRow(answer, row)
    early.clear()
    entries.push({ answer })
    return (current = answer)
  }
  function answerOf(id: string): AnswerOfRun {
    if (id === '') return current && current.results.length === 0 ? current : begin('')
    return answers().find((answer) => answer.id === id) ?? begin(id)
  }
  const show = (row: Row): void => {
    if (current) putRow(current, row)
    else early.set(row.key, row)
  }
  const ask = (interrupt: JsonObject): void => {
    interrupts.push(interrupt)
    asked.push({ after: answers().at(-1), interrupt })
  }

  /** LangGraph's older interrupt. It stops a node, and is about the call that it names, or else the only one without a result. */
  function askOld(value: unknown): void {
    const said = typeof value === 'string' ? parseJson(value) : value
    const answered = new Set(answers().flatMap(({ results }) => results.map((one) => one.tool_call_id)))
    const open = answers()
      .flatMap(callsOf)
      .filter(({ id }) => id !== '' && !answered.has(id))
    const toolCallId = textOf(field(said, 'toolCallId')) ?? (open.length === 1 ? open[0]!.id : undefined)
    ask(compact({ id: 'on_interrupt', value, toolCallId, message: textOf(field(said, 'message')) }))
  }

  function say({ messageId, role, delta, name }: JsonObject, event: JsonObject): void {
    const id = wordOf(messageId)
    if (role !== undefined && role !== 'assistant') {
      entries.push({ id, message: otherMessage({ id, role, content: wordOf(delta) }) })
      return
    }
    const other = entries.find((entry) => !('answer' in entry) && id !== '' && entry.id === id)
    if (other && 'message' in other && typeof other.message.content === 'string') {
      other.message = { ...other.message, content: other.message.content + wordOf(delta) }
      return
    }
    const answer = answerOf(id)
    current = answer
    if (typeof name === 'string') answer.notes['ag-ui.name'] = name
    if (typeof delta === 'string' && delta !== '') addText(answer, 'text', delta)
    else if (delta !== undefined && typeof delta !== 'string') report('event_unknown', '', event, undefined)
  }

  function call({ toolCallId, toolCallName, parentMessageId, delta }: JsonObject): void {
    const id = wordOf(toolCallId) || lastCall
    lastCall = id
    let found = answers()
      .flatMap(callsOf)
      .findLast((one) => one.id === id)
    if (!found) {
      found = { id, name: wordOf(toolCallName), input: '' }
      answerOf(wordOf(parentMessageId)).pieces.push({ kind: 'call', call: found })
    }
    // Arguments as a value are all there is: without them the call would run with none.
    if (isRecord(delta)) found.input ||= safeStringify(delta)
    else found.input += wordOf(delta)
  }

  function result({ toolCallId, content, error }: JsonObject): void {
    const callId = wordOf(toolCallId)
    const message = compact<ToolMessage>({
      role: 'tool',
      tool_call_id: callId,
      content: resultContent(content) || wordOf(error),
      isError: textOf(error) === undefined ? undefined : true,
    })
    const owner = answerWith(callId)
    if (owner) owner.results.push(message)
    else entries.push({ id: '', message })
  }

  function finish({ outcome, usage, result: value }: JsonObject): void {
    const { type, status, ...about }: JsonObject = isRecord(outcome) ? outcome : { type: outcome }
    const word = textOf(type) ?? wordOf(status)
    isCancelled = CANCELLED.test(word)
    if (!isCancelled && FAILED.test(word)) fail(about)
    const last = answers().at(-1)
    if (isCancelled && last) last.more.finishReason = 'cancelled'
    for (const one of listOf(isRecord(outcome) ? outcome.interrupts : undefined)) if (isRecord(one)) ask(one)
    const sum = (key: string): number | undefined =>
      listOf(usage).reduce<number | undefined>((total, one) => {
        const count = isRecord(one) ? numberOf(one[key]) : undefined
        return count === undefined ? total : (total ?? 0) + count
      }, undefined)
    const counts = usageFrom(
      {
        input: sum('inputTokens'),
        output: sum('outputTokens'),
        total: sum('totalTokens'),
        reasoning: sum('reasoningTokens'),
        cached: sum('cachedInputTokens') ?? sum('cachedTokens') ?? sum('cacheReadTokens'),
        cacheWrite: sum('cacheWriteTokens') ?? sum('cacheCreationTokens'),
      },
      usage,
    )
    if (last && counts) last.more.usage = counts
    if (last && value !== undefined) last.notes['ag-ui.result'] = value
  }

  function fail(event: JsonObject): void {
    const { message, error, code } = event
    const said = textOf(message) ?? textOf(error) ?? 'The run failed.'
    const last = answers().at(-1)
    const isOfLast = last !== undefined && last === current && last.results.length === 0
    const answer = isOfLast ? last : begin('')
    failure = compact({ message: said, code })
    Object.assign(answer.more, failedBy({ error: failure }))
  }

  function readEvent(raw: JsonObject): void {
    const event = keysOf(raw)
    if (UNSHOWN.test(wordOf(event.type))) unshown.push(raw)
    switch (event.type) {
      case 'RUN_STARTED': {
        isOpen = true
        isEnded = false
        interrupts = []
        isCancelled = false
        failure = undefined
        const given = recordIn(event.input)?.messages
        if (given !== undefined) entries = takeSnapshot(entries, given, activities)
        return
      }
      case 'TEXT_MESSAGE_END': {
        const done = answers().find((answer) => answer.id === wordOf(event.messageId))
        if (done) done.isOpen = false
        return
      }
      case 'TEXT_MESSAGE_START':
        say(event, raw)
        for (const answer of answers()) if (answer.id === wordOf(event.messageId)) answer.isOpen = true
        return
      case 'TEXT_MESSAGE_CONTENT':
      case 'TEXT_MESSAGE_CHUNK':
        return say(event, raw)
      case 'TOOL_CALL_START':
      case 'TOOL_CALL_ARGS':
      case 'TOOL_CALL_CHUNK':
        return call(event)
      case 'TOOL_CALL_RESULT':
        return result(event)
      case 'REASONING_MESSAGE_START':
      case 'REASONING_MESSAGE_CONTENT':
      case 'REASONING_MESSAGE_CHUNK':
      case 'THINKING_TEXT_MESSAGE_CONTENT':
        thoughts += wordOf(event.delta)
        if (wordOf(event.messageId) !== '') thoughtIds.add(wordOf(event.messageId))
        return
      case 'REASONING_ENCRYPTED_VALUE': {
        const { encryptedValue: data, entityId: id } = event
        answerOf(wordOf(id)).details.push(compact({ type: 'reasoning.encrypted', data, id: textOf(id) }))
        return
      }
      case 'STATE_SNAPSHOT':
        state = { snapshot: event.snapshot, deltas: [] }
        shared = event.snapshot
        return show(stateRow(shared))
      case 'STATE_DELTA':
        state = { ...state, deltas: [...(state?.deltas ?? []), event.delta] }
        shared = applyPatch(shared, event.delta)
        return show(stateRow(shared))
      case 'MESSAGES_SNAPSHOT':
        entries = takeSnapshot(entries, event.messages, activities)
        return
      case 'ACTIVITY_SNAPSHOT': {
        const id = wordOf(event.messageId)
        // One that does not replace is for those who have none yet.
        if (event.replace === false && activities.has(id)) return
        const activity = { type: wordOf(event.activityType) || 'activity', content: event.content }
        activities.set(id, activity)
        return show(activityRow(id, activity))
      }
      case 'ACTIVITY_DELTA':
        notes.activities.push(raw)
        patchActivity(wordOf(event.messageId), event.patch)
        return
      case 'STEP_STARTED':
      case 'STEP_FINISHED':
        notes.steps.push(compact({ type: event.type, stepName: event.stepName }))
        return
      case 'CUSTOM':
        if (event.name === 'on_interrupt') askOld(event.value)
        else notes.custom.push(raw)
        return
      case 'RUN_FINISHED':
        if (isEnded) return
        finish(event)
        isEnded = true
        return
      case 'RUN_ERROR':
        if (isEnded) return
        fail(event)
        isEnded = true
        return
      default:
        // Begins and ends of what is told apart by its pieces; else something new, or raw events of a framework.
        if (!isAgUiEvent(raw) || event.type === 'RAW') report('event_unknown', '', raw, undefined)
    }
  }

  function patchActivity(id: string, patch: unknown): void {
    const activity = activities.get(id)
    if (!activity) return
    const next = { ...activity, content: applyPatch(activity.content, patch) }
    activities.set(id, next)
    show(activityRow(id, next))
  }

  /** Each interrupt as a question about its call, or about a call of its own behind what the run had said. */
  function tellQuestions(): void {
    const own = new Map<AnswerOfRun | undefined, AnswerOfRun>()
    for (const { after, interrupt } of asked) {
      const call = callsIn(interrupt)
      const { request, own: added } = questionIn(interrupt, () => call !== undefined)
      if (call) call.asked = request
      if (!added) continue
      let answer = own.get(after) ?? (after?.results.length === 0 ? after : undefined)
      if (!answer) {
        answer = newAnswer('')
        const at = entries.findIndex((entry) => 'answer' in entry && entry.answer === after)
        entries.splice(at < 0 ? entries.length : at + 1, 0, { answer })
      }
      own.set(after, answer)
      answer.pieces.push({
        kind: 'call',
        call: { ...added, input: JSON.stringify(added.input), asked: request },
      })
    }
  }
  const callsIn = ({ toolCallId }: JsonObject): DraftCall | undefined =>
    answers()
      .flatMap(callsOf)
      .findLast(({ id }) => id !== '' && id === toolCallId)

  function end(): Message[] {
    const isCut = !isEnded && (isOpen || entries.length > 0 || thoughts !== '')
    if (thoughts !== '' || early.size > 0) begin('')
    tellQuestions()
    if (isCut) {
      const last = answers().at(-1)
      const isTail = last !== undefined && last.results.length === 0
      ;(isTail ? last : begin('')).more.finishReason = 'incomplete'
    }
    const about: Metadata = {}
    if (state) about['ag-ui.state'] = state
    for (const [key, list] of Object.entries(notes)) if (list.length > 0) about[`ag-ui.${key}`] = list
    // A run of which there is nothing at all to see had an empty answer.
    if (entries.length === 0 && unshown.length === 0) begin('')
    const last = answers().at(-1)
    if (last) Object.assign(last.notes, about)
    else if (unshown.length > 0) entries.push({ id: '', message: unshownNote(unshown, about) })
    return entries.flatMap((entry) => ('answer' in entry ? messagesOf(entry.answer) : [entry.message]))
  }

  return {
    read: readEvent,
    get entries() {
      return entries
    },
    get thoughts() {
      return thoughts
    },
    get state() {
      return shared
    },
    activities,
    get interrupts() {
      return interrupts
    },
    get failure() {
      return failure
    },
    get cancelled() {
      return isCancelled
    },
    get ended() {
      return isEnded
    },
    end,
  }
}
