import { withoutJit } from '@antiphon/base'
import * as z from 'zod/v4'
import { StorageError, storageProblem } from './problem.js'
import { nodeShape } from './read-threads.js'
import type { ThreadChange, ThreadWrite } from './types.js'

const looseObject: typeof z.looseObject = (...given) => withoutJit(z.config, () => z.looseObject(...given))
const time = z.number()

const writeSchema = looseObject({
  threadId: z.string().min(1),
  known: z.boolean(),
  nodes: z.array(nodeShape),
  chosen: z.array(z.string()).optional(),
  title: z.string().optional(),
  folder: z.string().optional(),
  at: time,
}).refine(({ nodes, threadId }) => nodes.every((node) => node.threadId === threadId), {
  path: ['nodes'],
  message: 'A message belongs to another thread.',
})

const changeSchema = looseObject({
  title: z.string().optional(),
  pinnedAt: time.nullish(),
  folder: z.string().nullish(),
  removedAt: time.nullish(),
  unreadAt: time.nullish(),
})

/**
 * Refuses a write whose records nobody could read again: one that a server got may be anything.
 *
 * @throws StorageError `refused`, with the field in `raw`
 */
export const checkWrite = (write: ThreadWrite): void => check(writeSchema, write)
/** The same for a change. */
export const checkChange = (change: ThreadChange): void => check(changeSchema, change)

function check(schema: z.ZodType, value: unknown): void {
  const [issue] = schema.safeParse(value).error?.issues ?? []
  if (issue) throw new StorageError(storageProblem('refused', `${issue.path.join('.')}: ${issue.message}`))
}
