import { type ChatErrorData, type EndpointConfig, type Completion, type Message } from '@antiphon/core'
import { toChatErrorData } from '@antiphon/core/errors'
import { type ProviderProfile, apiOf, detectProfile, resolveProvider } from '@antiphon/core/provider'
import {
  type ToolDefinition,
  BAD_HEADER,
  requestHeaders,
  endpointUrl,
  resolveBaseUrl,
  settleEndpoint,
} from '@antiphon/core/request'
import { fetchModels, findBaseUrl } from '../list-models.js'
import type { ModelInfo } from '../model-info.js'
import { parseJson, isRecord } from '@antiphon/base'
import { diagnoseSilence, fixForError, fixForSilence, fixForTools, wordsForSilence } from './suggest-fix.js'
import type { EndpointCheck, SeenResponse } from './types.js'

interface Asked {
  fetch: typeof fetch
  signal?: AbortSignal
  pageOrigin?: string
}

export type ModelsCheck = Omit<EndpointCheck, 'name'> & { models?: readonly ModelInfo[]; silent?: boolean }

/** Whether the list of models can be read, and where. */
export async function checkModels(endpoint: EndpointConfig, asked: Asked): Promise<ModelsCheck> {
  try {
    const { baseUrl, models } = await findBaseUrl(endpoint, asked)
    const count = models.length === 1 ? '1 model.' : `${models.length} models.`
    if (baseUrl === resolveBaseUrl(endpoint.baseUrl)) return { state: 'pass', seen: count, models }
    const fix = `Set ${baseUrl} as the base URL.`
    return { state: 'fail', seen: `Found at ${baseUrl}, ${count}`, fix, baseUrl, models }
  } catch (thrown) {
    const error = toChatErrorData(thrown)
    const profile = detectProfile(endpoint.baseUrl)
    if (error.kind === 'network_or_cors' && !asked.signal?.aborted) return silence(endpoint, error, asked)
    if (error.kind === 'not_found' && error.status === 404)
      return {
        state: 'note',
        seen: 'This server lists no models.',
        fix: 'Type the id of one.',
      }
    return { state: 'fail', seen: error.message, fix: fixForError(error, profile), error }
  }
}

async function silence(endpoint: EndpointConfig, error: ChatErrorData, asked: Asked): Promise<ModelsCheck> {
  const baseUrl = resolveBaseUrl(endpoint.baseUrl)
  const why = await diagnoseSilence(baseUrl, asked.pageOrigin, asked)
  const { seen, fix } = wordsForSilence(why, baseUrl, asked.pageOrigin)
  return { state: 'fail', seen, fix, error, silent: true }
}

/**
 * Whether a page may send a key. With a key, the list of models tests it too. Without one, this sends a dummy header that a
 * preflight must allow.
 */
export async function checkCors(
  endpoint: EndpointConfig,
  models: ModelsCheck,
  asked: Asked,
): Promise<Omit<EndpointCheck, 'name'>> {
  const { pageOrigin } = asked
  const baseUrl = resolveBaseUrl(endpoint.baseUrl)
  if (!pageOrigin) return { state: 'skipped', seen: 'No page is calling.' }
  if (new URL(baseUrl).origin === pageOrigin)
    return { state: 'pass', seen: 'The endpoint is on the origin of this page: nothing has to be allowed.' }
  // One cause is one failure.
  if (models.silent || models.error?.code === BAD_HEADER)
    return { state: 'skipped', seen: 'The server has to answer first.' }
  const allowed = { state: 'pass', seen: `Pages of ${pageOrigin} may send a key.` } as const
  if (endpoint.apiKey && models.state === 'pass') return allowed
  if (apiOf(endpoint) !== 'chat') return checkNativeCors(endpoint, allowed, asked)
  const settled = await settleEndpoint(endpoint)
  const { settings } = resolveProvider(settled)
  const headers = requestHeaders({ ...settled, apiKey: settled.apiKey ?? 'cors-check' }, settings.headers)
  try {
    const response = await asked.fetch(endpointUrl(baseUrl, 'models'), {
      headers,
      signal: asked.signal,
      credentials: 'omit',
      redirect: 'manual',
    })
    void response.body?.cancel().catch(() => {})
    return allowed
  } catch {
    return {
      state: 'fail',
      seen: 'The server does not let pages send Authorization and Content-Type.',
      fix: fixForSilence('not-allowed', baseUrl, pageOrigin),
    }
  }
}

/** The same of another wire, whose list of models is asked with its own headers. */
async function checkNativeCors(
  endpoint: EndpointConfig,
  allowed: Omit<EndpointCheck, 'name'>,
  { fetch, signal, pageOrigin }: Asked,
): Promise<Omit<EndpointCheck, 'name'>> {
  try {
    await fetchModels({ ...endpoint, apiKey: endpoint.apiKey ?? 'cors-check' }, { fetch, signal })
    return allowed
  } catch {
    return {
      state: 'fail',
      seen: 'The server does not let pages send the headers of this wire.',
      fix: fixForSilence('not-allowed', resolveBaseUrl(endpoint.baseUrl), pageOrigin),
    }
  }
}

const user = (content: string): Message[] => [{ role: 'user', content }]

/** The prompt. It is short, because tokens cost money, and plain, so that small models understand it. */
export const questions = {
  stream: user('Reply with the word: ready'),
  stop: user('Count from 1 to 300 in words, one number a line, and write nothing else.'),
  tools: user('What is the weather in Lisbon now? Call the function get_weather, do not answer yourself.'),
}

export const weatherTool: ToolDefinition = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'The weather of a city now.',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    },
  },
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const failed = (
  error: ChatErrorData,
  profile: ProviderProfile,
): Pick<EndpointCheck, 'state' | 'seen' | 'fix' | 'error'> => ({
  state: 'fail',
  seen: error.message,
  fix: fixForError(error, profile),
  error,
})

/** Whether an answer came, and whether it came bit by bit. */
export function checkStream(
  { message, outcome, error }: Completion,
  seen: SeenResponse | undefined,
  profile: ProviderProfile,
): Omit<EndpointCheck, 'name'> {
  if (error) return failed(error, profile)
  if (outcome === 'incomplete')
    return {
      state: 'note',
      seen: 'An answer came and ended without a finish reason.',
      fix: 'If this server never sends one, turn off "Sends a finish reason" in the profile. Otherwise something cut the answer off.',
    }
  const first =
    seen?.firstByteMs === undefined
      ? ''
      : ` First byte after ${seen.firstByteMs < 50 ? 'less than 0.1 s' : seconds(seen.firstByteMs)}.`
  if (!/event-stream|ndjson|jsonl/.test(seen?.contentType ?? ''))
    return {
      state: 'note',
      seen: `The whole answer came at once, as ${seen?.contentType.split(';')[0] || 'a body without a type'}.${first}`,
      fix: 'The server, or something before it, does not stream. Answers work and appear when they are complete.',
    }
  const { length } = message.content + (message.reasoning ?? '')
  if (seen?.pieces === 1 && length > 40)
    return {
      state: 'note',
      seen: `A stream came in one piece.${first}`,
      fix: 'Something on the way holds it back. Turn off buffering there: in nginx, proxy_buffering off.',
    }
  return { state: 'pass', seen: `Answers stream.${first}` }
}

export function checkUsage({ message }: Completion): Omit<EndpointCheck, 'name'> {
  const refused = message.request?.healed?.find(({ field }) => field === 'stream_options')
  if (refused)
    return {
      state: 'note',
      seen: `The server refused stream_options (“${refused.said}”).`,
      fix: 'Nothing to do: it is left out from here on, and answers have no token counts.',
    }
  const { usage } = message
  if (!usage)
    return {
      state: 'note',
      seen: 'No token counts came with the answer.',
      fix: 'Some servers need an option for them; see "Ask for usage" in the profile. Without it, counts are not shown.',
    }
  const { inputTokens = '?', outputTokens = '?' } = usage
  return { state: 'pass', seen: `${inputTokens} tokens in, ${outputTokens} out.` }
}

export function checkReasoning({ message }: Completion): Omit<EndpointCheck, 'name'> {
  const field = message.reasoningSource?.field
  if (message.reasoning)
    return {
      state: 'pass',
      seen:
        field === 'think_tags' ? 'Thoughts come in the text, between tags.' : `Thoughts come in ${field}.`,
    }
  const tokens = message.usage?.reasoningTokens
  if (tokens)
    return { state: 'note', seen: `The model thought for ${tokens} tokens and keeps its thoughts to itself.` }
  return { state: 'note', seen: 'No thoughts came. The model may not think, or not for so small a question.' }
}

/** @param stopMs From the wish to stop to the end of the reading; undefined when the answer was over before it. */
export function checkStop(
  { outcome, error }: Completion,
  stopMs: number | undefined,
  profile: ProviderProfile,
): Omit<EndpointCheck, 'name'> {
  if (outcome === 'cancelled')
    return { state: 'pass', seen: `Stopped in mid-answer, after ${stopMs ?? 0} ms.` }
  if (error) return failed(error, profile)
  return { state: 'note', seen: 'The answer was over before it could be stopped.' }
}

export function checkTools(
  { message, error, repairs }: Completion,
  profile: ProviderProfile,
): Omit<EndpointCheck, 'name'> {
  if (error) {
    // A server without tools refuses them in its own words.
    const said = failed(error, profile)
    return /tool|function/i.test(error.message) ? { ...said, fix: fixForTools(profile) } : said
  }
  const call = message.tool_calls?.[0]
  if (!call)
    return {
      state: 'note',
      seen: 'The model answered in words and called nothing.',
      fix: fixForTools(profile),
    }
  const args: unknown = parseJson(call.function.arguments)
  if (call.function.name !== 'get_weather' || !isRecord(args))
    return {
      state: 'note',
      seen: `A call came that does not fit: ${call.function.name}(${call.function.arguments.slice(0, 80)}).`,
      fix: fixForTools(profile),
    }
  const mended =
    repairs.length === 0
      ? ''
      : ` ${repairs.length === 1 ? 'One thing' : `${repairs.length} things`} in it had to be put right, which is done for every answer.`
  return { state: 'pass', seen: `Tools are called.${mended}` }
}
