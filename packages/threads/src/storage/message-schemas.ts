import * as z from 'zod/v4'
import { withoutJit } from '@antiphon/base'
import { TEXT_CHANNELS } from '@antiphon/core/channels'

const looseObject: typeof z.looseObject = (...given) => withoutJit(z.config, () => z.looseObject(...given))

/**
 * Schemas of the message array for data that comes from outside: a file, a database, a paste. They ask for what the
 * kit needs and let every other key through. A live stream does not pass here; it has its own tolerant reader.
 */
const contentPartSchema = looseObject({ type: z.string() })

const content = z.union([z.string(), z.array(contentPartSchema)])
const nullableText = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined)
const texts = Object.fromEntries(TEXT_CHANNELS.map(({ field }) => [field, nullableText])) as Record<
  (typeof TEXT_CHANNELS)[number]['field'],
  typeof nullableText
>
const local = {
  id: z.string().optional(),
  timestamp: z.number().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
}

const toolCallSchema = looseObject({
  id: z.string(),
  type: z.literal('function'),
  function: looseObject({ name: z.string(), arguments: z.string() }),
})

const systemMessageSchema = looseObject({
  role: z.enum(['system', 'developer']),
  content: z.string(),
  ...local,
})

const userMessageSchema = looseObject({ role: z.literal('user'), content, ...local })

const assistantMessageSchema = looseObject({
  role: z.literal('assistant'),
  ...texts,
  // Other systems write null beside tool calls; inside the kit text is always a string.
  content: z.preprocess((value) => value ?? '', z.string()),
  tool_calls: z.array(toolCallSchema).optional(),
  reasoning_details: z.array(looseObject({ type: z.string() })).optional(),
  ...local,
})

const toolMessageSchema = looseObject({
  role: z.literal('tool'),
  tool_call_id: z.string(),
  content,
  ...local,
})

/** The shape of one message, for data from outside. Unknown keys stay. */
export const messageSchema = z.union([
  systemMessageSchema,
  userMessageSchema,
  assistantMessageSchema,
  toolMessageSchema,
])

/** The shape of a list of messages. */
export const messagesSchema = z.array(messageSchema)
