import * as z from 'zod'
import { idFault } from '../threads/storage-errors.js'

/** An id that both engines keep as it is. */
export const id = z.string().superRefine((text, context) => {
  const message = idFault(text)
  if (message) context.addIssue({ code: 'custom', message })
})
const time = z.number()
/** The name of a folder, of one line in a list. */
const folder = z.string().min(1).max(200)

/** A message: the server looks at its ids only and keeps the rest, also of a newer version. */
const node = z.looseObject({ threadId: z.string(), id }).describe('A `NodeRecord`.')

/** A `ThreadWrite`. */
export const threadWrite = z.strictObject({
  threadId: id,
  known: z.boolean(),
  nodes: z.array(node),
  chosen: z.array(z.string()).optional(),
  title: z.string().optional(),
  folder: folder.optional(),
  at: time,
  durability: z.enum(['strict', 'relaxed']),
  leaving: z.literal(true).optional(),
})

/** A `ThreadChange`. `null` takes a field away. */
export const threadChange = z.strictObject({
  title: z.string().optional(),
  pinnedAt: time.nullable().optional(),
  folder: folder.nullable().optional(),
  removedAt: time.nullable().optional(),
  unreadAt: time.nullable().optional(),
})

/** The SHA-256 of the bytes of a file, in hexadecimal. */
export const fileId = z.string().regex(/^[0-9a-f]{64}$/, 'is the SHA-256 of its bytes, in hexadecimal')

/** A file that is about to be uploaded. */
export const fileAsk = z.strictObject({ id: fileId, bytes: z.int().nonnegative() })

/** A page to share, and for how long. PostgreSQL keeps no NUL. */
export const shareAsk = z.strictObject({
  page: z
    .string()
    .min(1)
    .refine((text) => !text.includes('\0'), 'holds a NUL'),
  seconds: z.int().positive(),
})
const share = z.strictObject({ id: z.string(), createdAt: time, expiresAt: time })

const record = z.looseObject({ id: z.string() }).describe('A `ThreadRecord`.')

export const answers = {
  page: z.strictObject({ threads: z.array(record), next: z.string().optional(), more: z.boolean() }),
  found: z.strictObject({ ids: z.array(z.string()) }),
  thread: z.strictObject({ thread: record, nodes: z.array(node) }),
  written: z.strictObject({ answer: z.enum(['written', 'missing', 'removed', 'newer']) }),
  upload: z.strictObject({
    url: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
  }),
  address: z.strictObject({ url: z.string() }),
  shared: z.strictObject({ share, path: z.string() }),
  shares: z.strictObject({ shares: z.array(share) }),
  error: z.strictObject({
    error: z.strictObject({ message: z.string(), type: z.string(), param: z.null(), code: z.string() }),
  }),
}
