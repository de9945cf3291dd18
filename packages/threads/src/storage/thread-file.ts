import { field, withoutJit } from '@antiphon/base'
import { contentToText, type Message, type ThreadTree, randomId } from '@antiphon/core'
import * as z from 'zod/v4'
import { plainData } from '../saver/change-log.js'
import { StorageError, storageProblem } from './problem.js'
import { readRawThread, type LoadedThread } from './read-threads.js'
import { THREAD_VERSION, type NodeRecord, type RawThread, type ThreadStorage } from './types.js'

const object: typeof z.object = (...given) => withoutJit(z.config, () => z.object(...given))
const looseObject: typeof z.looseObject = (...given) => withoutJit(z.config, () => z.looseObject(...given))

const MAX_LENGTH = 60

/** The first line of the first question, cut at a word. Empty without a question, or without a word in it: lists say that in their language. */
export function titleOf(messages: readonly Message[]): string {
  const question = messages.find((message) => message.role === 'user' && message.kind === undefined)
  if (!question) return ''
  const { content } = question
  // Use attachments for the title only if the question has no text.
  const words = Array.isArray(content) ? content.filter(({ type }) => type === 'text') : content
  const said = contentToText(words).trim() || contentToText(content).trim()
  const [first = ''] = said.split('\n', 1)
  const line = first.trimEnd().replace(/\s+/gu, ' ')
  const characters = Array.from(line)
  if (characters.length <= MAX_LENGTH) return line
  const cut = characters.slice(0, MAX_LENGTH).join('')
  const space = cut.lastIndexOf(' ')
  return `${space > MAX_LENGTH / 2 ? cut.slice(0, space) : cut}…`
}

const FORMAT = 'antiphon-threads'
/** Characters of a file: far more than a person writes and reads, far less than a page can hold. */
const MAX_FILE = 64 * 1024 * 1024

const fileSchema = object({
  format: z.literal(FORMAT),
  version: z.number(),
  threads: z.array(object({ thread: looseObject({ id: z.string().min(1) }), nodes: z.array(z.unknown()) })),
})

/** Threads as a file: every record as it lies in the storage, unreadable ones included, so that nothing is lost. */
export function printThreadFile(threads: readonly RawThread[]): string {
  return JSON.stringify({ format: FORMAT, version: THREAD_VERSION, threads })
}

/** Exports threads of a storage (default: all) with their branches. */
export async function exportThreads(storage: ThreadStorage, threadIds?: readonly string[]): Promise<string> {
  const ids = threadIds ?? (await storage.list()).flatMap((record) => idOf(record) ?? [])
  const threads = await Promise.all(ids.map((id) => storage.read(id)))
  return printThreadFile(threads.flatMap((thread) => (thread && !isGone(thread.thread) ? [thread] : [])))
}

/** Exports a conversation as it is on screen, for when it could not be stored. */
export function exportTree(threadId: string, title: string, tree: ThreadTree, at: number): string {
  const nodes = tree.nodes.map(({ message, parent }, i): NodeRecord => {
    return { v: THREAD_VERSION, threadId, id: message.id, parent, order: i + 1, message: plainData(message) }
  })
  const thread = { v: THREAD_VERSION, id: threadId, title, createdAt: at, updatedAt: at, chosen: tree.chosen }
  return printThreadFile([{ thread, nodes }])
}

/**
 * Reads such a file. Each record is checked like a stored one; an unusable record is reported and left out.
 *
 * @throws RangeError for more than 64 M characters, SyntaxError when it is not JSON, TypeError when it is not a file of
 * threads, StorageError `newer` for a newer version.
 */
export function readThreadFile(text: string): (LoadedThread & { threadId: string })[] {
  if (text.length > MAX_FILE) {
    const size = Math.round(text.length / 2 ** 20)
    throw new RangeError(
      `The file has ${size} M characters; at most 64 M are read. Export fewer threads at a time.`,
    )
  }
  const read = fileSchema.safeParse(JSON.parse(text))
  if (!read.success) {
    const [issue] = read.error.issues
    throw new TypeError(
      `This is not a file of Antiphon threads: ${issue?.path.join('.') || 'file'}: ${issue?.message}. A transcript in another format can be converted first.`,
    )
  }
  if (read.data.version > THREAD_VERSION) throw new StorageError(storageProblem('newer'))
  return read.data.threads.map(({ thread, nodes }) => ({
    threadId: thread.id,
    ...readRawThread({ thread, nodes }, thread.id),
  }))
}

/** How imported threads get their ids, and whether known ones are left out. */
export interface ImportOptions {
  /** Default: 128 random bits. */
  generateId?: () => string
  /** Epoch ms. */
  now?: () => number
  /** True leaves out a thread when one of the storage has all its messages. Default: each thread of the file is added. */
  skipKnown?: boolean
}

/**
 * Adds the threads of a file to a storage, each as a new thread, so existing threads do not change. Returns their ids, the
 * number of unusable records, and how many threads were left out because they are there (`skipKnown`).
 */
export async function importThreads(
  storage: ThreadStorage,
  text: string,
  options: ImportOptions = {},
): Promise<{ threadIds: string[]; quarantined: number; known: number }> {
  const { generateId = randomId, now = Date.now, skipKnown = false } = options
  const threadIds: string[] = []
  let quarantined = 0
  let known = 0
  const stored = skipKnown ? await idsOfThreads(storage) : []
  for (const { thread, placed, tree, quarantined: bad } of readThreadFile(text)) {
    if (placed.length > 0 && stored.some((ids) => placed.every(({ id }) => ids.has(id)))) {
      known++
      continue
    }
    const threadId = generateId()
    const nodes = placed.map((node) => ({ ...node, threadId }))
    await storage.write({
      threadId,
      known: false,
      nodes,
      chosen: tree.chosen,
      title: thread?.title ?? '',
      folder: thread?.folder,
      at: now(),
      durability: 'strict',
    })
    threadIds.push(threadId)
    quarantined += bad.length
  }
  return { threadIds, quarantined, known }
}

/** The ids of the messages of each thread that is not deleted. An import keeps them. */
async function idsOfThreads(storage: ThreadStorage): Promise<ReadonlySet<string>[]> {
  const records = (await storage.list()).filter((record) => !isGone(record))
  const threads = await Promise.all(
    records.flatMap((record) => idOf(record) ?? []).map((id) => storage.read(id)),
  )
  return threads.flatMap((thread) =>
    thread ? new Set(thread.nodes.flatMap((node) => idOf(node) ?? [])) : [],
  )
}

function idOf(record: unknown): string | undefined {
  const id = field(record, 'id')
  return typeof id === 'string' ? id : undefined
}

function isGone(record: unknown): boolean {
  return field(record, 'purged') === true || field(record, 'removedAt') !== undefined
}
