import type { Message, PendingApproval } from '@antiphon/core'
import { textOf, type Content } from './content.js'
import type { GateQuestion } from './gate.js'
import type { ChatRecord, Page } from './page.js'
import type { Order } from './world.js'

/** A text that a person wrote and gave to a chat. */
export interface GivenText {
  text: string
  /** The content as it was given: the text, and the attachments. */
  content: Content
  /** The order in which texts were given. */
  number: number
  by: 'send' | 'edit'
  record: ChatRecord
  /** Why it need not be anywhere any more, such as an explicit removal. */
  excuse?: string
  /** The message that it has to follow, nearly or far; null: it is the first. Absent: several places are right. */
  anchor?: string | null
  /**
   * The message whose removal may take that one along, known to the remover or not: the answer with the call of a
   * result, or the question of an answer, of which nothing had arrived when its run ended.
   */
  anchorOwner?: string
  /** `record.disturbed` when it was given: what came between may have changed its place. */
  disturbed: number
  /** Messages above it when it was first seen, without results: from there on it never moves. */
  above?: string[]
  /** First seen while the thread could not be read: it moves once, behind what is there. */
  isProvisional?: boolean
  /** The message that an edit replaces. */
  target?: string
  /** The promise of it. */
  order?: Order
  /** It was on the disk once. */
  wasStored: boolean
}

/** The history of one call, in all tabs and over all reloads. */
export interface CallLog {
  /** `isUnstored`: the page had said by then that it cannot store anything. */
  runs: { page: string; name: string; args: string; isUnstored: boolean }[]
  /** Arguments that a person allowed, as they were shown. */
  approved: Set<string>
  /** The chat in which a person said no. */
  deniedBy?: ChatRecord
  /** How often its result was taken away: the thread does not tell any more that it ran. */
  timesForgotten: number
  /** It had a result on the disk while nothing was pending: nobody may run it from then on. */
  isSettled: boolean
  /** Results that were given from outside. */
  outside: Map<string, GivenResult>
  /** The last time that a gate was asked about it. */
  gate?: GateQuestion
  /** Arguments that a person put in place of its own. */
  changed: Set<string>
}

/** A result that was given to a chat with `addToolResult`. */
export interface GivenResult {
  record: ChatRecord
  isTaken: boolean | 'unknown'
}

/** All that the outside knows of the system: what went in, and what may come of it. */
export interface Ledger {
  texts: Map<string, GivenText>
  calls: Map<string, CallLog>
  call(key: string): CallLog
  /** Ids that somebody removed on purpose, and thus may be missing. */
  removed: Set<string>
  /** Ids that came back after a removal, beside what took their place meanwhile. */
  restored: Set<string>
  /** Answers with a call that was about to run, or ran, on a page that crashed: they say so until somebody goes on with them. */
  interrupted: Set<string>
  /** Every id that was ever seen in a thread, oldest first. */
  ids(threadId: string): Set<string>
  /** Every approval that was ever shown. */
  approvals: PendingApproval[]
  newText(): string
  /** Returns the text that somebody gave as this content; undefined for all others. */
  given(content: unknown): GivenText | undefined
  /** These messages go because somebody said so. */
  remove(messages: readonly Message[], why: string): void
}

export function createLedger(): Ledger {
  const calls = new Map<string, CallLog>()
  const ids = new Map<string, Set<string>>()
  let made = 0
  const ledger: Ledger = {
    texts: new Map(),
    calls,
    call(key) {
      let log = calls.get(key)
      if (!log) {
        log = {
          runs: [],
          approved: new Set(),
          timesForgotten: 0,
          isSettled: false,
          outside: new Map(),
          changed: new Set(),
        }
        calls.set(key, log)
      }
      return log
    },
    removed: new Set(),
    restored: new Set(),
    interrupted: new Set(),
    ids(threadId) {
      let own = ids.get(threadId)
      if (!own) ids.set(threadId, (own = new Set()))
      return own
    },
    approvals: [],
    newText: () => `text ${++made}`,
    given: (content) => ledger.texts.get(textOf(content)),
    remove(messages, why) {
      for (const { id, content } of messages) {
        if (id !== undefined) ledger.removed.add(id)
        const given = ledger.given(content)
        if (given) given.excuse ??= why
      }
    },
  }
  return ledger
}

/** Notes the messages that are marked as running when a page dies, in its memory or on the disk. */
export function noteInterrupted(
  { interrupted }: Ledger,
  { records }: Page,
  stored: Iterable<ReadonlyMap<string, unknown>>,
): void {
  const inMemory = records.flatMap(({ chat }) => chat.store.getTree().nodes)
  const onDisk = [...stored].flatMap((nodes) => [...nodes.values()] as { message?: Message }[])
  for (const { message } of [...inMemory, ...onDisk])
    if (message?.id !== undefined && message.metadata?.['antiphon.running'] !== undefined)
      interrupted.add(message.id)
}
