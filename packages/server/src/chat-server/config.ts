import type { EndpointConfig, Tool } from '@antiphon/core'
import * as z from 'zod'
import type { ChatDatabase } from '../database/schema.js'
import type { FileStore } from '../files/types.js'
import type { RunLog } from '../log/types.js'
import type { LogEntry, TokenUse } from '../operations/watch-runs.js'
import { FILE_BYTES } from '../threads/thread-store.js'
import type { ThreadHooks } from '../threads/user-threads.js'
import type { ChatUser, Route } from '../route.js'
import type { ChatUpstream } from './server-runs.js'

/** Names the user of a request. 401 or nothing: nobody is signed in. 403: somebody who may not use the chat. */
export type Authorize = (
  request: Request,
) => ChatUser | 401 | 403 | undefined | Promise<ChatUser | 401 | 403 | undefined>

/** An answer that is about to begin. */
export interface QuotaAsk {
  user: ChatUser
  threadId: string
  /** The model that the page chose. */
  model?: string
}

/** Why an answer may not begin, in words for the user. */
export interface QuotaRefusal {
  message: string
  retryAfter?: number
}

/** The database, the login, and everything else that a chat server is made of. */
export interface ChatServerOptions {
  /** From `openDatabase`; the server does not close it. `'memory'`: threads and answers last as long as the process. */
  database: ChatDatabase | 'memory'
  authorize: Authorize
  /** Where the routes are, such as `/api`. Default: at the root. */
  basePath?: string
  /** Origins of other pages that may use the server with cookies, such as `https://chat.example`. Default: its own alone. */
  origins?: readonly string[]
  limits?: {
    /** Bytes of the body of one request. Default 25,000,000. */
    bodyBytes?: number
    /** A body that is silent for this long is given up. Default 30. */
    bodySeconds?: number
    /** Bytes of one file of a message, with `files`. Default 25,000,000. */
    fileBytes?: number
    /** Threads of one page of the list. Default 500. */
    pageThreads?: number
    /** Days that a link to a shared page may be good for. Default 30. */
    shareDays?: number
    /** A process that gives no sign of life for this long loses its runs to another one. Default 15. */
    leaseSeconds?: number
  }
  hooks?: ThreadHooks & {
    /**
     * Gets each error that is answered with 500 or more, for a log. Errors of a running answer come without a request. The
     * response does not repeat the words of the error.
     */
    error?(error: unknown, request?: Request): void
    /** Gets each line for a log as a plain object, without keys and without texts of users, models and tools. */
    log?(entry: LogEntry): void
    /** Gets the tokens of each request to a model, for example to count them for a quota. */
    used?(use: TokenUse): void
    /**
     * Called before an answer begins. Return `{ message, retryAfter }` to refuse it with 429. The message is for the user;
     * `retryAfter` is in seconds.
     */
    quota?(ask: QuotaAsk): QuotaRefusal | undefined | Promise<QuotaRefusal | undefined>
  }
  /** Servers of models. With one, answers are given here and outlast the page: see `ChatUpstream`. Default: threads alone. */
  upstreams?: readonly ChatUpstream[]
  /** Tools that run on this server. A page answers its own. */
  tools?: readonly Tool[]
  /** Where the pieces of an answer are kept while it is written, such as `createRedisLog(client)`. Default: tables of `database`. */
  log?: RunLog
  /**
   * Where the large files of messages are kept, such as `createFolderFiles` or `createS3Files`. Default: in the database, as a part of
   * their messages.
   */
  files?: FileStore
  /** Further routes behind the same checks. */
  routes?: readonly Route[]
  /** Epoch ms. Default `Date.now`. */
  clock?: () => number
}

const fn = <T>(sentence: string): z.ZodType<T> =>
  z.custom<T>((value) => typeof value === 'function', sentence)
const count = z.int().positive()

const fields = z.strictObject({
  database: z.custom<ChatDatabase | 'memory'>(
    (value) =>
      value === 'memory' || typeof (value as Partial<ChatDatabase> | undefined)?.migrate === 'function',
    "is what openDatabase gives, or 'memory'; write: await openDatabase({ sqlite: { file } })",
  ),
  authorize: fn<Authorize>('is a function that names the user of a request'),
  basePath: z
    .string()
    .regex(/^(?:\/[\w.~-]+)*$/, 'begins with a slash and does not end with one, such as /api')
    .default(''),
  origins: z
    .array(
      z
        .string()
        .refine(
          (text) => URL.canParse(text) && new URL(text).origin === text,
          'is an origin, such as https://chat.example',
        ),
    )
    .default([]),
  limits: z
    .strictObject({
      bodyBytes: count.default(25_000_000),
      bodySeconds: z.number().positive().default(30),
      fileBytes: count.default(FILE_BYTES),
      pageThreads: count.max(10_000).default(500),
      shareDays: z.number().positive().default(30),
      // Signs of life come each second.
      leaseSeconds: z.number().min(2).default(15),
    })
    .prefault({}),
  hooks: z
    .strictObject({
      change: fn<NonNullable<ThreadHooks['change']>>('is a function').optional(),
      error: fn<(error: unknown, request?: Request) => void>('is a function').optional(),
      log: fn<(entry: LogEntry) => void>('is a function').optional(),
      used: fn<(use: TokenUse) => void>('is a function').optional(),
      quota: fn<NonNullable<NonNullable<ChatServerOptions['hooks']>['quota']>>('is a function').optional(),
    })
    .default({}),
  upstreams: z
    .array(
      z.strictObject({
        endpoint: z.custom<EndpointConfig>(
          (value) => typeof (value as Partial<EndpointConfig> | undefined)?.baseUrl === 'string',
          'is the address of a server with its key: { baseUrl, apiKey }',
        ),
        models: z.array(z.string().min(1)).min(1, 'names at least one model that a page may choose'),
        system: z.string().optional(),
        maxSteps: count.optional(),
      }),
    )
    .default([]),
  tools: z
    .array(z.custom<Tool>((value) => typeof (value as Partial<Tool> | undefined)?.name === 'string'))
    .default([]),
  log: z
    .custom<RunLog>(
      (value) => typeof (value as Partial<RunLog> | undefined)?.append === 'function',
      'is a log of runs, such as createRedisLog gives',
    )
    .optional(),
  files: z
    .custom<FileStore>(
      (value) => typeof (value as Partial<FileStore> | undefined)?.deleteAll === 'function',
      'is a store of files, such as createFolderFiles gives',
    )
    .optional(),
  routes: z
    .array(
      z.custom<Route>(
        (value) => typeof (value as Partial<Route> | undefined)?.handle === 'function',
        'is a route with method, path and handle',
      ),
    )
    .default([]),
  clock: fn<() => number>('is a function that gives the time in ms').optional(),
})

const schema = fields.refine(({ database, hooks }) => database !== 'memory' || !hooks.change, {
  error: 'runs inside a transaction, and memory has none; open a database',
  path: ['hooks', 'change'],
})

export type ChatServerConfig = z.output<typeof schema>

/** @throws Error with a line for each field that is wrong: which, and why. */
export function checkConfig(options: ChatServerOptions): ChatServerConfig {
  const read = schema.safeParse(options)
  if (read.success) return read.data
  const lines = read.error.issues.map(({ path, message }) => `  ${path.join('.') || 'options'}: ${message}`)
  throw new Error(`The configuration of createChatServer does not fit:\n${lines.join('\n')}`)
}
