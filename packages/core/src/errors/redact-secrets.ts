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
