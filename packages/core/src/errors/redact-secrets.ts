const SECRETS = [
  // "Authorization: Bearer abc…", as proxies like to echo it
  /\b(bearer\s+)[\w.~+/=-]{8,}/gi,
  // OpenAI, Anthropic, OpenRouter, DeepSeek, LiteLLM and others; a key already masked with * is left alone
  /\b((?:sk|gsk|xai|pplx|csk|nvapi|hf|r8)[-_])[\w-]{12,}/g,
  /\b(AIza)[\w-]{20,}/g,
]

/** Masks API keys that a server repeats in its error text, so that they reach neither the screen nor an export. */
export function redactSecrets(text: string): string {
  return SECRETS.reduce((masked, pattern) => masked.replace(pattern, '$1[hidden]'), text)
}
