import * as z from 'zod/v4'
import { field, isRecord, withoutJit } from '@antiphon/base'
import { cutText } from '@antiphon/core/calls'
import type { PersonAnswer, PersonQuestion, ToolContext } from '@antiphon/core'
import { callTool, isV2, type McpCall } from './client-generation.js'
import { withoutHidden, withoutHiddenWords } from './hidden-text.js'
import type { McpClient, McpRequestOptions, McpResult } from './types.js'

/** How often a call may be repeated with more input, as the SDK has it. */
const MAX_ROUNDS = 10
/** Questions of one call that wait at once. */
const MAX_QUESTIONS = 10
const MAX_MESSAGE_LENGTH = 10_000
const MAX_NAME_LENGTH = 100
/** Before a call that wants no input but another try. */
const RETRY_MS = 250
/** The code of protocol 2025-11-25 for a call that first needs something done on a page. */
const PAGE_REQUIRED = -32_042

/** The part of a tool's context that a call needs to ask the person. */
export type Asker = Pick<ToolContext, 'ask' | 'signal'>

interface Asking {
  asker: Asker
  /** The name of the asker, as shown to the person. */
  from: string | undefined
  waiting: number
}

/** The calls that run, by client. A server of the older protocol asks its client and does not say for which call. */
const running = new WeakMap<McpClient, Set<Asking>>()

/**
 * Lets the server of this client ask the person at a running call. The client must have been made with the capability
 * `elicitation`.
 *
 * @throws TypeError when it has no `setRequestHandler`; what the client throws when it lacks the capability.
 */
export function answerElicitation(client: McpClient): void {
  if (running.has(client)) return
  if (!client.setRequestHandler)
    throw new TypeError('This MCP client has no setRequestHandler, which elicitation needs.')
  const calls = new Set<Asking>()
  const handler = (request: unknown, context: unknown): Promise<object> => {
    // The request does not say which of several calls asks. Show the question at the one that has run longest.
    const [first] = calls
    if (!first) throw new Error('A person is asked only while a tool of this server runs.')
    const signal = field(context, 'signal') ?? field(field(context, 'mcpReq'), 'signal')
    return answer(first, request, signal instanceof AbortSignal ? signal : undefined)
  }
  client.setRequestHandler(
    (isV2(client) ? 'elicitation/create' : elicitationRequest) as never,
    handler as never,
  )
  running.set(client, calls)
}

/** Calls a tool whose server may ask: by a request, by a result that wants input, or by an error that names a page. */
export async function callAsking(
  client: McpClient,
  call: McpCall,
  options: McpRequestOptions,
  asker: Asker,
  from: string | undefined,
): Promise<McpResult> {
  const calls = running.get(client)
  const asking: Asking = { asker, from, waiting: 0 }
  calls?.add(asking)
  try {
    let next = call
    for (let round = 0; round <= MAX_ROUNDS; round++) {
      const result = await callOnce(client, next, options, asking)
      if (result === 'again') continue
      if (result['resultType'] !== 'input_required') return result
      next = { ...call, ...(await inputFor(result, asking)) }
    }
    throw new Error(`This MCP server asked for more input ${MAX_ROUNDS + 1} times and gave no result.`)
  } finally {
    calls?.delete(asking)
  }
}

/** `again`: the person is done on the pages that the call needs. */
async function callOnce(
  client: McpClient,
  call: McpCall,
  options: McpRequestOptions,
  asking: Asking,
): Promise<McpResult | 'again'> {
  try {
    return await callTool(client, call, isV2(client) ? { ...options, allowInputRequired: true } : options)
  } catch (error) {
    const pages = field(field(error, 'data'), 'elicitations')
    if (field(error, 'code') !== PAGE_REQUIRED || !Array.isArray(pages) || pages.length === 0) throw error
    for (const params of pages.slice(0, MAX_QUESTIONS) as unknown[]) {
      const { action } = await answer(
        asking,
        { params: { ...(params as object), mode: 'url' } },
        undefined,
        true,
      )
      if (action !== 'accept')
        throw new Error('This call first needs something done on a page. The user did not agree to that.', {
          cause: error,
        })
    }
    return 'again'
  }
}

/** The answers that a call of protocol 2026-07-28 is repeated with. The state of the server goes back as it came. */
async function inputFor(result: McpResult, asking: Asking): Promise<Partial<McpCall>> {
  const { inputRequests, requestState } = result
  const entries = isRecord(inputRequests) ? Object.entries(inputRequests) : []
  if (entries.length > MAX_QUESTIONS)
    throw new Error(`This MCP server asks ${entries.length} things at once.`)
  if (entries.length === 0) await pause(RETRY_MS, asking.asker.signal)
  const inputResponses: Record<string, unknown> = {}
  for (const [key, request] of entries) {
    const method = field(request, 'method')
    if (method !== 'elicitation/create')
      throw new Error(
        `This MCP server asks for "${cutText(String(method), 100)}", which this chat does not give.`,
      )
    inputResponses[key] = await answer(asking, request, undefined, true)
  }
  return {
    ...(entries.length > 0 && { inputResponses }),
    ...(typeof requestState === 'string' && { requestState }),
  }
}

/** @throws Error in words for a question that cannot be shown; the server gets them. */
async function answer(
  asking: Asking,
  request: unknown,
  signal?: AbortSignal,
  isDoneThere = false,
): Promise<{ action: PersonAnswer['type']; content?: object }> {
  if (asking.waiting >= MAX_QUESTIONS) throw new Error('Too many questions wait for an answer.')
  asking.waiting++
  try {
    const question = readQuestion(field(request, 'params'), asking.from, isDoneThere)
    const given = await asking.asker.ask(question, signal)
    if (given.type !== 'accept') return { action: given.type }
    return { action: 'accept', ...(question.type === 'form' && { content: given.content ?? {} }) }
  } finally {
    asking.waiting--
  }
}

function readQuestion(params: unknown, from: string | undefined, isDoneThere: boolean): PersonQuestion {
  const said = field(params, 'message')
  const words = {
    message: cutText(withoutHidden(typeof said === 'string' ? said : ''), MAX_MESSAGE_LENGTH),
    ...(from !== undefined && { from: withoutHidden(from).slice(0, MAX_NAME_LENGTH) }),
  }
  const url = field(params, 'url')
  if (field(params, 'mode') === 'url' || typeof url === 'string') {
    if (typeof url !== 'string' || !URL.canParse(url))
      throw new Error('The address of the page cannot be read.')
    return { type: 'page', ...words, url: new URL(url).href, ...(isDoneThere && { isDoneThere }) }
  }
  const schema = field(params, 'requestedSchema')
  if (!isRecord(schema)) throw new Error('The form has no fields.')
  return { type: 'form', ...words, schema: withoutHiddenWords(schema) }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason as Error)), {
      once: true,
    })
  })
}

const elicitationRequest = withoutJit(z.config, () =>
  z.object({ method: z.literal('elicitation/create'), params: z.looseObject({}) }),
)
