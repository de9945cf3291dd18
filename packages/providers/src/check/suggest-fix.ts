import type { ChatErrorData } from '@antiphon/core'
import type { ProviderProfile } from '@antiphon/core/provider'
import { describeEndpoint } from '../list-profiles.js'
import { isPrivateHost } from '@antiphon/base'
import { resolveBaseUrl } from '@antiphon/core/request'

/**
 * A page does not learn why a request failed. A second request with an unreadable answer (`no-cors`) tells whether a server
 * is there: it needs no permission, so it fails only without a server (docs/wire 3.3). It sends no data of the user.
 */
export async function diagnoseSilence(
  baseUrl: string,
  pageOrigin: string | undefined,
  options: { fetch: typeof fetch; signal?: AbortSignal },
): Promise<Silence> {
  const { protocol, hostname, origin } = new URL(baseUrl)
  if (pageOrigin?.startsWith('https:') && protocol === 'http:' && !isLoopback(hostname))
    return 'mixed-content'
  const { fetch: request, signal } = options
  try {
    const response = await request(origin, {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      signal,
    })
    void response.body?.cancel().catch(() => {})
    return 'not-allowed'
  } catch {
    return 'unreachable'
  }
}

/** Browsers trust addresses of this machine as they do https. */
function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127\.|\[::1\])/.test(hostname) && isPrivateHost(hostname)
}

/** Why a page gets no answer: no server, a server that refuses this page, or a browser that blocks the request. */
export type Silence = 'unreachable' | 'not-allowed' | 'mixed-content'

/** The change for a server that does not answer this page. */
export function fixForSilence(why: Silence, baseUrl: string, pageOrigin: string | undefined): string {
  const { host, port, hostname } = new URL(baseUrl)
  const profile = describeEndpoint(baseUrl)
  if (why === 'mixed-content')
    return `This page came by https, and browsers do not let such a page call http://${host}. Serve the endpoint by https, or open this page by http on the same machine.`
  if (why === 'not-allowed') {
    const hint = profile.browserHint ?? 'Let the server allow this page (CORS), or use a proxy on its origin.'
    return pageOrigin ? `${hint} The origin of this page is ${pageOrigin}.` : hint
  }
  if (!isPrivateHost(hostname))
    return `Nothing answers at ${host}. Check the spelling of the address and the network.`
  const name = profile.id === 'generic' ? 'the server' : profile.name
  return `Nothing listens at ${host}. Start ${name}${port ? `, or check that ${port} is its port` : ''}.`
}

/** The findings of a page about a server that does not answer it. */
export interface SilenceExplained {
  why: Silence
  /** The observation, in words. */
  seen: string
  /** The change that helps, and where to make it. */
  fix: string
}

/** How the server is asked, and which page asks. */
export interface ExplainSilenceOptions {
  /** Default: the global `fetch`. */
  fetch?: typeof fetch
  signal?: AbortSignal
  /** Origin of the page that got no answer, such as `location.origin`. Default: none. */
  pageOrigin?: string
}

/**
 * Finds out why a request to an endpoint failed with `network_or_cors`, for the `cause` of an error card: no server is running, the
 * server does not allow this page, or the browser blocks the request. Asks the server once, without data of the user.
 *
 * @throws TypeError when the base URL is not a web address; the reason of `signal` when that aborts.
 */
export async function explainSilence(
  baseUrl: string,
  options: ExplainSilenceOptions = {},
): Promise<SilenceExplained> {
  const {
    fetch: request = (...args: Parameters<typeof fetch>) => fetch(...args),
    pageOrigin,
    signal,
  } = options
  const complete = resolveBaseUrl(baseUrl)
  const why = await diagnoseSilence(complete, pageOrigin, { fetch: request, signal })
  signal?.throwIfAborted()
  return wordsForSilence(why, complete, pageOrigin)
}

/** Describes a server that does not answer this page, and the change that helps. */
export function wordsForSilence(
  why: Silence,
  baseUrl: string,
  pageOrigin: string | undefined,
): SilenceExplained {
  const { host } = new URL(baseUrl)
  const seen = {
    unreachable: `Nothing answers at ${host}.`,
    'not-allowed': `A server answers at ${host}, and does not let this page read it.`,
    'mixed-content': `The browser does not let this page ask ${host}.`,
  }[why]
  return { why, seen, fix: fixForSilence(why, baseUrl, pageOrigin) }
}

/** The advice for a refusal, by its kind. It is shown beside the server's own words. */
export function fixForError({ kind, code, field }: ChatErrorData, profile: ProviderProfile): string {
  switch (kind) {
    case 'auth':
      return `Check the key: it is missing, wrong, expired, or not for ${profile.name}.`
    case 'billing':
      return 'The account has no credit or no plan for this. Add some with the provider, then check again.'
    case 'not_found':
      return code === 'no_version' || code === 'redirect'
        ? 'Change the base URL to the address that the message names.'
        : 'Check the base URL and the id of the model.'
    case 'rate_limit':
    case 'overloaded':
      return 'Wait a little and check again: the server takes no more requests at the moment.'
    case 'unsupported_field':
      return `Leave out ${field ? `"${field}"` : 'the field that it names'}: add it to "Fields left out" of the profile.`
    case 'context_overflow':
      return 'The model was loaded with a context too small for a few words. Load it with a larger one.'
    case 'timeout':
      return 'The server took the request and was silent. If it is loading a model, check again in a minute.'
    case 'malformed_stream':
    case 'empty_response':
      return 'The response is not in the form of this API. Check the base URL, and anything between here and the server.'
    default:
      return 'Read what the server said, above, and change the request or the server for it.'
  }
}

const toolFixes: Readonly<Record<string, string>> = {
  vllm: 'Start vLLM with --enable-auto-tool-choice and the --tool-call-parser of the model.',
  'llama-cpp': 'Start llama-server with --jinja, and use a model whose template knows tools.',
  sglang: 'Start SGLang with the --tool-call-parser of the model.',
  ollama: 'Use a model that is marked "tools" in the library of Ollama.',
  'lm-studio': 'Use a model that LM Studio marks as trained for tool use.',
}

/** How to turn on tool calls at a server that does not make them. */
export function fixForTools(profile: ProviderProfile): string {
  return toolFixes[profile.id] ?? 'Use a model that can call tools, or go without them.'
}
