import * as z from 'zod'
import { idFault } from '../threads/storage-errors.js'

/** An id that both engines keep as it is. */
export const id = z.string().superRefine((text, context) => {
  const message = idFault(text)
  if (message) context.addIssue({ code: 'custom', message })
})
const time = z.number()

/** A message: the server looks at its ids only and keeps the rest, also of a newer version. */
const node = z.looseObject({ threadId: z.string(), id }).describe('A `NodeRecord`.')

/** A `ThreadWrite`. */
export const threadWrite = z.strictObject({
  threadId: id,
  known: z.boolean(),
  nodes: z.array(node),
  chosen: z.array(z.string()).optional(),
  title: z.string().optional(),
  at: time,
  durability: z.enum(['strict', 'relaxed']),
  leaving: z.literal(true).optional(),
})

/** A `ThreadChange`. `null` takes a field away. */
export const threadChange = z.strictObject({
  title: z.string().optional(),
  pinnedAt: time.nullable().optional(),
  removedAt: time.nullable().optional(),
  unreadAt: time.nullable().optional(),
})

const record = z.looseObject({ id: z.string() }).describe('A `ThreadRecord`.')

export const answers = {
  page: z.strictObject({ threads: z.array(record), next: z.string().optional(), more: z.boolean() }),
  found: z.strictObject({ ids: z.array(z.string()) }),
  thread: z.strictObject({ thread: record, nodes: z.array(node) }),
  written: z.strictObject({ answer: z.enum(['written', 'missing', 'removed', 'newer']) }),
  error: z.strictObject({
    error: z.strictObject({ message: z.string(), type: z.string(), param: z.null(), code: z.string() }),
  }),
}
