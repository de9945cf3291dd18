import {
  createChat,
  type ChatController,
  type ChatConfig,
  type ChatOptions,
  type ChatTransport,
  type Feedback,
} from '@antiphon/core'
import type { Removal } from '@antiphon/shell/thread'
import { createThreadSessions, type ThreadSession, type ThreadSessions } from '@antiphon/threads'
import type { Browser } from './browser.js'
import type { Scheduling } from './scheduling.js'

/** The thread whose chat has neither an endpoint nor a transport. */
export const BARE_THREAD = 't3'

/** A chat object, for as long as its page lives. */
export interface ChatRecord {
  readonly page: Page
  readonly threadId: string
  readonly chat: ChatController
  /** How often something happened that may change where a waiting message belongs. */
  disturbed: number
  /** Something was asked for, and its request has not left: nobody can see yet which branch the run has. */
  isTurning: boolean
  /** Set by a stop, until somebody asks for something again. */
  isStopped: boolean
  /** The end of the branch where `stopWhen` has ended the run, until somebody asks for something again. */
  endsAt?: string
  /** Number of the settings of the run that goes on at this moment, after a round of tools. */
  goesOnWith?: number
  /** The path from the top to each answer when it was added. */
  readonly paths: Map<string, readonly string[]>
  /** Tools that were ever allowed for the whole chat. */
  readonly granted: Set<string>
  /** Answers to the questions of running calls, by the key of the question. */
  readonly questions: Map<string, GivenAnswers>
  /** The person's feedback on answers. */
  readonly feedback: Map<string, Feedback | undefined>
  /** Removals that can be taken back, oldest first. */
  readonly removals: Removal[]
}

interface GivenAnswers {
  callKey: string
  /** The JSON of all that somebody answered. */
  given: Set<string>
  isTaken: boolean
}

/** A place on the screen that shows a thread. */
export interface Pane {
  session?: ThreadSession
  leave(): void
}

export interface Page {
  readonly name: string
  readonly sessions: ThreadSessions
  readonly panes: Pane[]
  readonly records: ChatRecord[]
  isAlive: boolean
  /** It ended without a word: what ran there may have taken effect or not. */
  isCrashed: boolean
  isHidden: boolean
  setHidden(hidden: boolean): void
  /** Listeners to the page itself. */
  listeners(): number
}

export interface PageHost {
  scheduling: Scheduling
  browser: Browser
  settings: Partial<ChatOptions>
  /** Model, tools and functions of a chat. */
  configOf(record: () => ChatRecord): Partial<ChatConfig>
  newId(): string
  transportOf(page: Page, threadId: string, chat: () => ChatController): ChatTransport
  onChat(record: ChatRecord): void
}

/** Opens a tab: its own chats over the storage of the browser. */
export function openPage(name: string, host: PageHost): Page {
  const { scheduling, browser } = host
  const hiding = new Set<() => void>()
  const showing = new Set<() => void>()
  const on = (set: Set<() => void>) => (listener: () => void) => {
    const own = (): void => listener()
    set.add(own)
    return () => void set.delete(own)
  }
  const storage = browser.storageOf(name)
  const sessions = createThreadSessions({
    storage,
    keep: 2,
    now: scheduling.now,
    setTimer: scheduling.setTimer,
    page: { onHide: on(hiding), onShow: on(showing) },
    generateId: host.newId,
    createChat(threadId) {
      const isBare = threadId === BARE_THREAD
      const chat: ChatController = createChat({
        ...host.settings,
        ...host.configOf(() => record),
        ...(!isBare && { transport: host.transportOf(page, threadId, () => chat) }),
        threadId,
        now: scheduling.now,
        random: () => 0.5,
        generateId: host.newId,
        scheduler: {
          schedule(callback) {
            let isWanted = true
            scheduling.later(`${name} frames`, name, () => isWanted && callback())
            return () => void (isWanted = false)
          },
        },
      })
      const record: ChatRecord = {
        page,
        threadId,
        chat,
        disturbed: 0,
        isTurning: false,
        isStopped: false,
        paths: new Map(),
        granted: new Set(),
        questions: new Map(),
        feedback: new Map(),
        removals: [],
      }
      page.records.push(record)
      host.onChat(record)
      return chat
    },
  })
  const page: Page = {
    name,
    sessions,
    panes: [0, 1].map(() => ({ leave() {} })),
    records: [],
    isAlive: true,
    isCrashed: false,
    isHidden: false,
    setHidden(hidden) {
      page.isHidden = hidden
      for (const listener of Array.from(hidden ? hiding : showing)) listener()
    },
    listeners: () => hiding.size + showing.size,
  }
  return page
}

/** Shows a thread in a pane, as a view does: it keeps the session for as long as it shows it. */
export function showIn(page: Page, pane: Pane, threadId: string): void {
  pane.leave()
  const { session, release } = view(page, threadId)
  const hide = page.sessions.show(threadId)
  pane.session = session
  pane.leave = () => {
    pane.session = undefined
    pane.leave = () => {}
    hide()
    release()
  }
}

/** A session that stays for as long as it is held. */
function view({ sessions }: Page, threadId: string): { session: ThreadSession; release(): void } {
  const { acquire } = sessions as { acquire?: (threadId: string) => ReturnType<typeof view> }
  return acquire ? acquire(threadId) : { session: sessions.open(threadId), release() {} }
}

/** Sessions that a person could look at: shown in a pane, or open behind it. */
export function sessionsOf(page: Page): Set<ThreadSession> {
  const open = page.panes.flatMap(({ session }) => session ?? [])
  const ids = new Set(page.records.map(({ threadId }) => threadId))
  return new Set([...open, ...[...ids].flatMap((id) => page.sessions.get(id) ?? [])])
}
