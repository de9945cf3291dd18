import * as z from 'zod'
import { RouteError } from '../web/answers.js'
import { readJson } from '../web/read-json.js'
import { refuse } from './answers.js'

const id = z.string().min(1).max(200)
const content = z.union([z.string(), z.array(z.looseObject({ type: z.string() })).min(1)])
const message = z.object({
  id,
  content,
  metadata: z.record(z.string(), z.unknown()).optional(),
  parent: id.nullable().optional(),
})

/** Fields of a request that a client may choose. Those that go into the body as they are would reach past the host's settings. */
const parameters = z.strictObject({
  temperature: z.number().optional(),
  topP: z.number().optional(),
  maxTokens: z.int().positive().optional(),
  stop: z.union([z.string(), z.array(z.string())]).optional(),
  seed: z.int().optional(),
  reasoningEffort: z.any().optional(),
  toolChoice: z.union([z.enum(['auto', 'none', 'required']), z.object({ name: z.string() })]).optional(),
  parallelToolCalls: z.boolean().optional(),
})

const tool = z.object({
  name: z.string().min(1).max(64),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
})

export const startBody = z
  .strictObject({
    id: id.refine((given) => given !== 'open', 'is taken').optional(),
    message: message.optional(),
    regenerate: id.optional(),
    retry: id.optional(),
    continue: id.optional(),
    model: z.string().min(1).max(200).optional(),
    parameters: parameters.optional(),
    tools: z.array(tool).max(128).optional(),
  })
  .refine((body) => [body.message, body.regenerate, body.retry, body.continue].filter(Boolean).length === 1, {
    error: 'needs one of a message and the id of a message to regenerate, retry or continue',
  })

const decision = z.discriminatedUnion('type', [
  z.object({ type: z.literal('allow'), content: z.record(z.string(), z.unknown()).optional() }),
  z.object({ type: z.literal('deny'), reason: z.string().optional() }),
  z.object({ type: z.literal('edit'), arguments: z.unknown() }),
])

const mark = z.string().min(1).max(200)
const kept = z.strictObject({
  timing: z.object({ startedAt: z.number(), durationMs: z.number() }).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
})

export const beginBody = z.strictObject({ key: z.string(), mark })

export const decideBody = z.union([
  z.strictObject({ key: z.string(), decision }),
  z.strictObject({ key: z.string(), mark, interrupted: z.literal(true) }),
  z.strictObject({
    key: z.string(),
    result: z.unknown(),
    kept: kept.optional(),
    mark: mark.optional(),
  }),
])

export const steerBody = z.strictObject({ message: message.omit({ parent: true }) })

/** The body of a request by its schema, or the response that refuses it. */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema> | Response> {
  try {
    return await readJson(request, schema)
  } catch (error) {
    if (error instanceof RouteError && error.status === 400) return refuse('invalid', error.message)
    throw error
  }
}
