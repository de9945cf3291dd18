import { parseUrl } from '@antiphon/base'

/** Headers that never hold a secret. The value of any other one may: users may call theirs what they like. */
export const OPEN_HEADERS =
  /^(?:accept(?:-.+)?|content-(?:type|length|encoding|language)|user-agent|http-referer|referer|origin|x-title|anthropic-(?:version|beta|dangerous-direct-browser-access)|openai-(?:organization|project|version|model|processing-ms)|helicone-.+-enabled|x-stainless-.+)$/i

/** Parts of an address that never hold a secret. */
export const OPEN_PARAMETERS = /^(?:api-?version|version|model|deployment|stream|beta|alt)$/i

/**
 * The values of an address and its headers that may be secret: each value as a whole, and its parts that a server could
 * repeat alone.
 */
export function secretValues(request: { url: string; headers: Readonly<Record<string, string>> }): string[] {
  const found = Object.entries(request.headers).flatMap(([name, value]) =>
    OPEN_HEADERS.test(name) ? [] : [value],
  )
  const url = parseUrl(request.url)
  if (url) {
    const { username, password, searchParams } = url
    found.push(username, password)
    for (const [name, value] of searchParams) if (!OPEN_PARAMETERS.test(name)) found.push(value)
  }
  return found.flatMap((value) => [value, ...value.split(/[\s:;,=]+/)])
}

/**
 * `Authorization: Bearer abc…`, as proxies like to echo it; keys of OpenAI, Anthropic, OpenRouter, DeepSeek, LiteLLM and others; those
 * of Google. A key already masked with * is left alone.
 */
const SECRETS =
  /(?<=\bbearer\s{1,4})[\w.~+/=-]{8,}|(?<=\b(?:sk|gsk|xai|pplx|csk|nvapi|hf|r8)[-_])[\w-]{12,}|(?<=\bAIza)[\w-]{20,}/gi

/** Masks API keys that a server repeats in its error text, so that they reach neither the screen nor an export. */
export function redactSecrets(text: string): string {
  return text.replace(SECRETS, '[hidden]')
}

/** A run of this many characters of a secret is hidden. */
const LEAST = 6

/** Words that people enter in place of a key and that also appear in ordinary text: `Bearer`, `ollama`, `sk-no-key-required`. */
const WORDS = /^(?=.{1,24}$)[A-Za-z]?[a-z]+(?:[-_][a-z]+)*$/

/**
 * Returns a function that hides these secrets in a text. Every run of six or more characters of a secret becomes
 * `[hidden]`, so a key that a server repeats in part is hidden too. Shorter secrets, a few plain words, and values with
 * blanks are left alone: pass the parts of such a value.
 */
export function secretHider(secrets: readonly string[]): (text: string) => string {
  const runs = new Set<string>()
  for (const secret of secrets) {
    if (WORDS.test(secret) || /\s/.test(secret)) continue
    for (let i = 0; i + LEAST <= secret.length; i++) runs.add(secret.slice(i, i + LEAST))
  }
  return (text) => {
    if (runs.size === 0) return text
    let shown = ''
    let from = 0
    for (let at = 0; at + LEAST <= text.length; at++) {
      if (!runs.has(text.slice(at, at + LEAST))) continue
      let end = at + LEAST
      while (runs.has(text.slice(end - LEAST + 1, end + 1))) end++
      shown += `${text.slice(from, at)}[hidden]`
      from = end
      at = end - 1
    }
    return shown + text.slice(from)
  }
}
