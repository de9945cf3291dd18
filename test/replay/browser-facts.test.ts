import { describe, expect, test } from 'vitest'
import { providerProfiles } from '@antiphon/core/provider'
import { listProfiles } from '@antiphon/providers'

/** Known facts about calls from a page; whether they still hold only the server can say. */
const facts: [row: string, browser: string, ids: string[]][] = [
  ['OpenAI', 'yes', ['openai']],
  ['OpenRouter', 'yes', ['openrouter']],
  ['Groq, Together', 'yes', ['groq', 'together']],
  ['DeepSeek, where reports differ', 'unknown', ['deepseek']],
  ['Fireworks, Cerebras, GitHub Models', 'unknown', ['fireworks', 'cerebras', 'github']],
  ['Mistral, with plain headers', 'yes', ['mistral']],
  ['Anthropic, with its header', 'yes', ['anthropic']],
  ['Gemini-compat', 'yes', ['gemini']],
  ['self-hosted gateways', 'unknown', ['litellm', 'generic']],
  [
    'those that need a proxy',
    'no',
    ['nvidia', 'perplexity', 'moonshot', 'minimax', 'dashscope', 'huggingface', 'cloudflare'],
  ],
  ['Ollama, once the origin is allowed', 'setting', ['ollama']],
  ['llama.cpp', 'yes', ['llama-cpp']],
  ['vLLM, SGLang', 'yes', ['vllm', 'sglang']],
  ['LM Studio, once its switch is on', 'setting', ['lm-studio']],
]

describe('what a profile says of calls from a page', () => {
  test.each(facts)('docs/wire 3.3: %s', (_row, browser, ids) => {
    for (const id of ids) {
      const profile = listProfiles().find((one) => one.id === id)
      expect([id, profile?.browser]).toEqual([id, browser])
      if (browser === 'no' || browser === 'setting') expect(profile?.browserHint).toMatch(/\w{3}/)
    }
  })

  test('docs/wire 3.3: only Anthropic and OpenRouter may be sent a header beside the key and the type', () => {
    const named = providerProfiles
      .filter(({ settings }) => Object.keys(settings.headers?.extra ?? {}).length > 0)
      .map(({ id }) => id)
    expect(named.filter((id) => id !== 'openrouter')).toEqual(['anthropic'])
  })
})
