import { pendingChecks } from '../message/safety-checks.js'
import type { ToolMessage } from '../message/types.js'
import { parseArguments, validateArguments } from '../tools/arguments.js'
import { denied, type PreparedCall, type Verdict } from '../tools/gate.js'
import { prepareCall } from '../tools/prepare-call.js'
import { loadForm } from '../tools/load-form.js'
import { thrownText } from '../tools/tool-result.js'
import type { Tool } from '../tools/types.js'
import type { MessageStore } from '../tree/message-store.js'
import { getAnswer, resultSlots } from './answer-results.js'
import { callableTools } from './callable-tools.js'
import { createGrants, describeApproval, isSameQuestion, wantsApproval } from './describe-approval.js'
import type { LiveSteps } from './live-steps.js'
import type { Run } from './run.js'
import type { ApprovalAnswer, ApprovalDecision, PendingApproval, ToolGrant } from './types.js'

export interface ApprovalHost {
  store: MessageStore
  live: LiveSteps
  now(): number
  threadId: string
  getTools(): ReadonlyMap<string, Tool>
  isRunning(): boolean
  /** Runs the open calls of this answer at rest. Resolves when they have ended. */
  resume(answerId: string): Promise<void>
  publish(change: { approvals?: readonly PendingApproval[]; grants?: readonly ToolGrant[] }): void
}

export interface Approvals {
  /**
   * Asks a person about the calls of a batch that need it. Resolves when all are answered; never when the run ends first.
   *
   * @param onVerdict called with each answer as soon as it is given.
   * @param onFree called once the questions are open, with the calls that need nobody.
   */
  ask(
    batch: readonly PreparedCall[],
    messageId: string,
    run: Pick<Run, 'config' | 'signal'>,
    onVerdict?: (verdict: Verdict) => void,
    onFree?: (verdicts: Verdict[]) => void,
  ): Promise<Verdict[]>
  /** Called when all calls of an answer have ended. Removes its open questions, and decisions whose question never came. */
  endTurn(messageId: string): void
  /**
   * Takes away the questions about calls of this answer that were answered from outside. These calls can no longer run.
   *
   * @param results by position in `tool_calls`.
   */
  withdrawAnswered(messageId: string, results: readonly (ToolMessage | undefined)[]): void
  decide(key: string, decision: ApprovalDecision): Promise<ApprovalAnswer>
  /** The run that a decision began could not read its thread. */
  noteUnread(): void
  /** Default: every tool. */
  revoke(toolName?: string): void
  /** Would a person be asked about this call? */
  wants(prepared: PreparedCall, messageId: string): Promise<boolean>
  /**
   * Shows calls of a message at rest as open; the first decision resumes the thread. Replaces those shown before, and
   * returns whether that made a difference.
   */
  showAtRest(messageId: string, calls: readonly PreparedCall[]): boolean
  /** True while a decision on a call at rest is on its way to the resumed loop. */
  isResuming(): boolean
}

interface Question {
  approval: PendingApproval
  prepared: PreparedCall
  /** The tools that the call may name: those of the run that asks, or at rest the present ones. */
  tools: ReadonlyMap<string, Tool>
  /** Gives the verdict to the loop that waits for it. Absent at rest. */
  answer?: (verdict: Verdict) => void
}

const STALE: ApprovalAnswer = { status: 'stale' }

/** The open questions of a chat: at most one per call, each bound to what it shows, each answered at most once. */
export function createApprovals(host: ApprovalHost): Approvals {
  const { store, live, now } = host
  const open = new Map<string, Question>()
  const grants = createGrants(now)
  /** Decisions on calls at rest, until the loop that they restarted takes them. */
  const early = new Map<
    string,
    { messageId: string; decision: ApprovalDecision; settle: (answer: ApprovalAnswer) => void }
  >()

  let resuming: Promise<void> | undefined
  let isUnread = false
  let published = 0

  const publish = (): void => {
    if (open.size === 0 && published === 0) return
    published = open.size
    host.publish({ approvals: Array.from(open.values(), ({ approval }) => approval) })
  }
  const find = (key: string): Question | undefined =>
    Array.from(open.values()).find(({ approval }) => approval.key === key)
  const isOpen = (question: Question): boolean => open.get(question.approval.callKey) === question

  const checksOf = ({ call }: PreparedCall, messageId: string): string[] =>
    pendingChecks(store.getMessage(messageId), call.id)

  /** The last question about each call, open or not. */
  const posed = new Map<string, PendingApproval>()
  /** A question keeps its key when it is withdrawn and asked again, because an answer to it may be on its way. */
  const pose = (prepared: PreparedCall, messageId: string, before: Partial<PendingApproval> = {}) => {
    const checks = checksOf(prepared, messageId)
    const about = { messageId, threadId: host.threadId, since: now(), checks, ...before }
    const next = describeApproval(prepared, about)
    const last = posed.get(next.callKey)
    const approval = last && isSameQuestion(last, next) ? { ...next, key: last.key } : next
    posed.set(approval.callKey, approval)
    return approval
  }

  /** Is the call in the array still the one that was shown, with the same question of the provider? */
  const isAsShown = ({ approval, prepared: { call: shown } }: Question): boolean => {
    const call = getAnswer(store, approval.messageId)?.tool_calls?.[approval.callIndex]
    return (
      call?.function.name === shown.function.name &&
      call.function.arguments === shown.function.arguments &&
      JSON.stringify(call.approvalRequest) === JSON.stringify(shown.approvalRequest)
    )
  }

  const settle = (question: Question, verdict: Verdict): void => {
    const { callKey, messageId, callIndex } = question.approval
    open.delete(callKey)
    live.setCall(messageId, callIndex, { state: 'queued' })
    publish()
    question.answer?.(verdict)
  }

  /** Puts other arguments in place of those shown. */
  const replace = (question: Question, prepared: PreparedCall, originalText?: string): ApprovalAnswer => {
    const { messageId, since } = question.approval
    const approval = pose(prepared, messageId, { since, originalText })
    open.set(approval.callKey, { ...question, prepared, approval })
    publish()
    return { status: 'asked-again', key: approval.key }
  }

  const allow = (question: Question): void => {
    const { originalText, argumentsText } = question.approval
    const changed = originalText === undefined ? undefined : argumentsText
    settle(question, { run: true, prepared: question.prepared, changed })
  }

  /** Allows a call and stores the values that a person filled in with it, as the answer to the question. */
  const allowFilledIn = async (
    question: Question,
    content: Readonly<Record<string, unknown>>,
  ): Promise<ApprovalAnswer> => {
    const { form, messageId, callIndex } = question.approval
    const { readForm, unfitFields } = await loadForm()
    const fields = unfitFields(readForm(form!.schema), content)
    if (fields.length > 0) return { status: 'invalid', message: 'Some values do not fit the form.', fields }
    if (!isOpen(question)) return STALE
    // It may have changed while the form was loaded: the values answer what was shown, and nothing else.
    const message = getAnswer(store, messageId)
    if (!message || !isAsShown(question)) return reread(question)
    const tool_calls = message.tool_calls?.map((call, at) =>
      at === callIndex && call.approvalRequest
        ? { ...call, approvalRequest: { ...call.approvalRequest, filledIn: content } }
        : call,
    )
    store.write(messageId, { ...message, tool_calls })
    store.flush()
    allow(question)
    return { status: 'accepted' }
  }

  const edit = async (question: Question, value: unknown): Promise<ApprovalAnswer> => {
    const { approval, prepared } = question
    try {
      const check = typeof value === 'string' ? parseArguments : validateArguments
      const args = await check(prepared.tool, value as string)
      if (!isOpen(question)) return STALE
      return replace(question, { ...prepared, args }, approval.originalText ?? approval.argumentsText)
    } catch (error) {
      return { status: 'invalid', message: thrownText(error) }
    }
  }

  /** The call in the array has changed since it was shown, so read it and ask again. */
  const reread = async (question: Question): Promise<ApprovalAnswer> => {
    const { messageId, callIndex, callKey } = question.approval
    const call = getAnswer(store, messageId)?.tool_calls?.[callIndex]
    const next = call && (await prepareCall(call, callIndex, callKey, question.tools))
    if (!isOpen(question)) return STALE
    if (next && 'prepared' in next && next.prepared.tool.execute) {
      try {
        return replace(question, next.prepared)
      } catch {
        // A call whose arguments cannot be shown is not run.
      }
    }
    settle(question, denied(question.prepared, 'The call was changed while it waited for approval.'))
    return STALE
  }

  const decide = async (key: string, decision: ApprovalDecision): Promise<ApprovalAnswer> => {
    const question = find(key)
    if (!question || early.has(key)) return STALE
    const { approval, prepared } = question
    if (!question.answer) return decideAtRest(question, decision)
    if (!isAsShown(question)) return reread(question)

    switch (decision.type) {
      case 'edit':
        if (approval.keepsArguments)
          return { status: 'invalid', message: `The arguments of "${approval.toolName}" cannot be changed.` }
        return edit(question, decision.arguments)
      case 'deny':
        settle(question, denied(prepared, decision.reason, 'user'))
        return { status: 'accepted' }
      case 'allow-in-chat':
        if (approval.destructive || approval.checks || approval.form) {
          return { status: 'invalid', message: `"${approval.toolName}" can only be allowed call by call.` }
        }
        grants.add(prepared.tool)
        host.publish({ grants: grants.list() })
        // Other questions about this tool were asked before it was allowed.
        for (const other of Array.from(open.values()))
          if (!other.approval.checks && !other.approval.form && grants.covers(other.prepared.tool))
            allow(other)
        return { status: 'accepted' }
      case 'allow':
        if (approval.form) return allowFilledIn(question, decision.content ?? {})
        allow(question)
        return { status: 'accepted' }
      default:
        decision satisfies never
        return { status: 'invalid', message: 'This is not a decision.' }
    }
  }

  const showAtRest: Approvals['showAtRest'] = (messageId, calls) => {
    const before = Array.from(open.values()).filter(({ answer }) => !answer)
    for (const { approval } of before) open.delete(approval.callKey)
    const shown = calls.flatMap((prepared): Question[] => {
      try {
        const approval = pose(prepared, messageId)
        const same = before.find((other) => other.approval.key === approval.key)
        return [{ prepared, approval: same?.approval ?? approval, tools: host.getTools() }]
      } catch {
        // Its arguments cannot be shown; when the thread goes on, the loop says so.
        return []
      }
    })
    for (const question of shown) open.set(question.approval.callKey, question)
    const isSame =
      shown.length === before.length && shown.every(({ approval }, i) => approval === before[i]!.approval)
    if (!isSame) publish()
    return !isSame
  }

  /** The loop did not ask: the gate refused the call, or the user stopped. Default: of every answer. */
  const dropEarly = (answerId?: string, answer: ApprovalAnswer = STALE): void => {
    for (const [key, { messageId, settle }] of Array.from(early)) {
      if (messageId !== (answerId ?? messageId)) continue
      early.delete(key)
      settle(answer)
    }
  }

  /** The first decision starts the loop again; it and those that follow wait for it at its question. */
  const decideAtRest = (
    { approval: { key, messageId } }: Question,
    decision: ApprovalDecision,
  ): Promise<ApprovalAnswer> => {
    const answer = new Promise<ApprovalAnswer>((reply) =>
      early.set(key, { messageId, decision, settle: reply }),
    )
    resuming ??= host
      .resume(messageId)
      .catch(() => {})
      .then(() => {
        resuming = undefined
        dropEarly(undefined, isUnread ? { status: 'stale', reason: 'unread' } : STALE)
        isUnread = false
        // Another order came before the loop: the thread is not at rest.
        if (host.isRunning()) showAtRest(messageId, [])
      })
    return answer
  }

  return {
    decide,
    noteUnread: () => void (isUnread = true),
    wants: (prepared, messageId) => wantsApproval(prepared, grants, checksOf(prepared, messageId)),
    isResuming: () => early.size > 0,
    revoke(toolName) {
      if (grants.remove(toolName)) host.publish({ grants: grants.list() })
    },
    showAtRest,
    endTurn(messageId) {
      const left = Array.from(open.values()).filter(({ approval }) => approval.messageId === messageId)
      for (const { approval } of left) open.delete(approval.callKey)
      if (left.length > 0) publish()
      dropEarly(messageId)
    },
    withdrawAnswered(messageId, results) {
      for (const question of Array.from(open.values()))
        if (question.approval.messageId === messageId && results[question.approval.callIndex])
          settle(question, denied(question.prepared, 'It was answered from outside.'))
    },
    async ask(batch, messageId, { config, signal }, onVerdict, onFree) {
      const tools = callableTools(config)
      const wanted = await Promise.all(
        batch.map((prepared) => wantsApproval(prepared, grants, checksOf(prepared, messageId))),
      )
      if (signal.aborted) return []
      // Somebody may have answered the call while the gate or its rule was awaited. Then it does not run.
      const results = resultSlots(store, messageId)
      for (const [i, { index }] of batch.entries()) if (results[index]) wanted[i] = false
      const shown = new Map(open)
      open.clear()
      const verdicts = batch.map(async (prepared, i): Promise<Verdict> => {
        if (!wanted[i]) return { run: true, prepared }
        try {
          const since = shown.get(prepared.callKey)?.approval.since
          const approval = pose(prepared, messageId, since === undefined ? {} : { since })
          return await new Promise<Verdict>((resolve) => {
            const answer = (verdict: Verdict): void => {
              onVerdict?.(verdict)
              resolve(verdict)
            }
            open.set(prepared.callKey, { prepared, approval, tools, answer })
          })
        } catch (error) {
          return { run: false, prepared, outcome: 'failed', text: thrownText(error) }
        }
      })
      signal.addEventListener('abort', leave)
      for (const [i, { index }] of batch.entries()) {
        // Shown as waiting before a reload, or under rules that have changed since.
        if (!wanted[i] && live.get(messageId)?.calls[index]?.state === 'awaiting') {
          live.setCall(messageId, index, { state: 'queued' })
        }
      }
      for (const { approval } of open.values()) {
        live.setCall(messageId, approval.callIndex, { state: 'awaiting', startedAt: approval.since })
      }
      publish()
      onFree?.(batch.flatMap((prepared, i) => (wanted[i] ? [] : { run: true, prepared })))
      const given = Array.from(early)
      early.clear()
      for (const [key, { decision, settle: reply }] of given) void decide(key, decision).then(reply)
      const answers = await Promise.all(verdicts)
      signal.removeEventListener('abort', leave)
      return answers

      function leave(): void {
        open.clear()
        publish()
      }
    },
  }
}
