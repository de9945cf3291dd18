import type { ChatOptions, ChatTransport, Tool } from '@antiphon/core'
import type { ThreadStorage } from '@antiphon/threads'
import type { ChatUser } from '../route.js'
import type { RunLog } from '../log/types.js'
import type { RunObserver } from './observer.js'
import type { Run, RunOrder, RunStore } from './types.js'

/** Where the requests of a run go, and its settings. */
export interface RunUpstream {
  transport: ChatTransport
  chat?: Pick<ChatOptions, 'system' | 'model' | 'parameters' | 'maxSteps' | 'toolTimeout'>
}

export interface RunsOptions {
  store: RunStore
  log: RunLog
  /**
   * The threads of a user. With a run: as its owner writes them. A write is refused once another process has the run, so that whoever
   * ends it sees all that is ever stored of it.
   */
  storageOf(userId: string, run?: Run): ThreadStorage
  /** Where an order goes: to the model that it names, or to another. Rejects with words for the user where it goes nowhere. */
  upstreamOf(order: RunOrder, user: ChatUser): RunUpstream | Promise<RunUpstream>
  /** Tools that run on this server. */
  tools?: readonly Tool[]
  /** Names this process. Default: random. */
  owner?: string
  /** Between two signs of life, in ms. Default 1000. */
  beatMs?: number
  /** After how long without a sign of life another process takes a run, in ms. Default 15,000. */
  leaseMs?: number
  /** Longest time in ms that pieces of an answer wait to be written together. Default 25. */
  windowMs?: number
  /** Epoch ms. Default: `Date.now`. */
  now?: () => number
  generateId?: () => string
  /** Called before a run begins. An error that it throws refuses the run. */
  admit?(user: ChatUser, threadId: string, order: RunOrder): void | Promise<void>
  /** Hears what runs do. Default: nobody. */
  observer?: RunObserver
  /** Called with errors that happen outside of requests. Default: none. */
  onError?: (error: unknown) => void
}

/** The options with their defaults, as the parts of the runs share them. */
export type RunsContext = Required<Omit<RunsOptions, 'windowMs'>> & Pick<RunsOptions, 'windowMs'>
