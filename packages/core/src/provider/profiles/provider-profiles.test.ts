import { DEFAULT_THINK_TAGS } from '../../message/think-tags.js'
import { describe, expect, it } from 'vitest'
import { resolveProvider } from '../resolve.js'
import { providerProfiles } from './index.js'

const settingsOf = (profile: string, model?: string) =>
  resolveProvider({ baseUrl: 'http://h/v1', profile }, model).settings
const replayOf = (profile: string, model?: string) => settingsOf(profile, model).messages.reasoning

describe('every profile', () => {
  it('has an id of its own', () => {
    expect(new Set(providerProfiles.map(({ id }) => id)).size).toBe(providerProfiles.length)
  })

  it.each(providerProfiles.map((profile) => [profile.id, profile] as const))(
    '%s is plain data: it can be copied, saved as JSON and shown',
    (_, profile) => {
      expect(structuredClone(profile)).toEqual(profile)
      const { models = [], ...rest } = profile
      const data = { ...rest, models: models.map(({ settings }) => settings) }
      expect(JSON.parse(JSON.stringify(data))).toStrictEqual(data)
      // A pattern with `g` or `y` remembers where it was and matches every other time.
      expect(models.map(({ match }) => match.flags).filter((flags) => /[gy]/.test(flags))).toEqual([])
    },
  )
})

/** docs/wire 5.1, row by row: turns, field, and the value written for a turn without thinking. */
describe('docs/wire 5.1: thinking goes back', () => {
  it.each([
    ['deepseek', 'deepseek-v4-pro', { turns: 'all', field: 'reasoning_content', emptyKey: true }],
    ['deepseek', 'deepseek-r1', { turns: 'never' }],
    ['moonshot', 'kimi-k2.6', { turns: 'all', field: 'reasoning_content', emptyKey: 'toolTurns' }],
    ['zai', 'glm-5', { turns: 'all', field: 'reasoning_content' }],
    ['dashscope', 'qwen3.6-plus', { turns: 'all', field: 'reasoning_content' }],
    ['minimax', 'MiniMax-M2.5', { turns: 'all', field: 'same' }],
    ['vllm', 'meta/llama', { turns: 'sinceLastUser', field: 'both' }],
    ['vllm', 'Qwen/Qwen3.6-35B-A3B', { turns: 'all', field: 'both' }],
    ['ollama', 'qwen3:8b', { turns: 'sinceLastUser', field: 'reasoning' }],
    ['groq', 'openai/gpt-oss-120b', { turns: 'sinceLastUser', field: 'reasoning' }],
    ['cerebras', 'gpt-oss-120b', { turns: 'sinceLastUser', field: 'reasoning' }],
    ['cerebras', 'zai-glm-4.7', { turns: 'all', field: 'thinkTags' }],
    ['llama-cpp', 'any', { turns: 'sinceLastUser', field: 'reasoning_content' }],
    ['sglang', 'zai-org/GLM-4.7', { turns: 'all', field: 'reasoning_content' }],
    ['featherless', 'moonshotai/Kimi-K2.6', { turns: 'all', field: 'reasoning_content' }],
    ['openrouter', 'x', { turns: 'all', field: 'reasoning_details' }],
    ['litellm', 'x', { turns: 'toolTurns', field: 'same' }],
    ['mistral', 'magistral-medium', { turns: 'all', field: 'contentParts' }],
    ['generic', 'x', undefined],
    ...['openai', 'azure', 'gemini', 'nvidia', 'github', 'perplexity', 'anthropic', 'xai', 'cloudflare'].map(
      (id) => [id, 'x', { turns: 'never' }] as const,
    ),
  ] as const)('%s, %s', (profile, model, expected) => {
    const { turns, field, emptyKey } = replayOf(profile, model) ?? {}
    const given =
      turns === 'never' ? { turns } : { turns, ...(field && { field }), ...(emptyKey && { emptyKey }) }
    expect(turns ? given : undefined).toEqual(expected)
  })
})

describe('docs/wire 1.2: a wish about thinking becomes', () => {
  it.each([
    ['openai', 'o3', 'high', { reasoning_effort: 'high' }],
    ['openai', 'gpt-4.1', 'high', undefined],
    ['openai', 'gpt-5-mini', 'minimal', { reasoning_effort: 'minimal' }],
    ['openai', 'gpt-5.1', 'off', { reasoning_effort: 'none' }],
    ['openai', 'gpt-5.1', 'minimal', undefined],
    ['groq', 'qwen/qwen3-32b', 'off', { reasoning_effort: 'none' }],
    ['groq', 'qwen/qwen3-32b', 'on', { reasoning_effort: 'default' }],
    ['groq', 'openai/gpt-oss-20b', 'low', { reasoning_effort: 'low' }],
    ['groq', 'openai/gpt-oss-20b', 'off', undefined],
    ['groq', 'llama-3.3-70b', 'low', undefined],
    ['cerebras', 'zai-glm-4.7', 'off', { disable_reasoning: true }],
    ['cerebras', 'gpt-oss-120b', 'off', undefined],
    ['cerebras', 'qwen-3.8-27b', 'off', { reasoning_effort: 'none' }],
    ['openrouter', 'x', 'off', { reasoning: { enabled: false } }],
    ['deepseek', 'deepseek-v4-pro', 'off', { thinking: { type: 'disabled' } }],
    ['deepseek', 'deepseek-v4-pro', 'max', { thinking: { type: 'enabled' }, reasoning_effort: 'max' }],
    ['zai', 'glm-5.3', 'off', undefined],
    ['zai', 'glm-4.7', 'off', { thinking: { type: 'disabled' } }],
    ['moonshot', 'kimi-k2.5', 'off', { thinking: { type: 'disabled' } }],
    ['moonshot', 'kimi-k2-thinking', 'off', undefined],
    ['moonshot', 'kimi-k2-thinking', 'on', {}],
    ['moonshot', 'kimi-k3', 'max', { reasoning_effort: 'max' }],
    ['dashscope', 'qwen3-32b', 'off', { enable_thinking: false }],
    ['minimax', 'MiniMax-M2.1', 'off', undefined],
    ['minimax', 'MiniMax-M3', 'on', { thinking: { type: 'adaptive' } }],
    ['together', 'x', 'on', { reasoning: { enabled: true } }],
    ['xai', 'grok-4.5', 'off', undefined],
    ['xai', 'grok-4-fast-non-reasoning', 'high', undefined],
    ['xai', 'grok-4.3', 'high', { reasoning_effort: 'high' }],
    ['vllm', 'Qwen/Qwen3-8B', 'off', { chat_template_kwargs: { enable_thinking: false } }],
    ['vllm', 'Qwen/Qwen3-Coder-30B', 'off', undefined],
    ['sglang', 'deepseek-ai/DeepSeek-V3.1', 'on', { chat_template_kwargs: { thinking: true } }],
    ['llama-cpp', 'gemma-4-31b', 'on', { chat_template_kwargs: { enable_thinking: true } }],
    ['vllm', 'XiaomiMiMo/MiMo-V2', 'on', { chat_template_kwargs: { enable_thinking: true } }],
    [
      'featherless',
      'zai-org/GLM-5.1',
      'on',
      { chat_template_kwargs: { enable_thinking: true, clear_thinking: false } },
    ],
    // Names that only look like one with a switch.
    ['vllm', 'deepseek-ai/DeepSeek-R1-Distill-Qwen-32B', 'off', undefined],
    ['groq', 'deepseek-r1-distill-qwen-32b', 'off', undefined],
    ['vllm', 'THUDM/chatglm-6b', 'on', undefined],
    ['vllm', 'mimosa-7b', 'on', undefined],
    ['nvidia', 'x', 'on', undefined],
    ['generic', 'x', 'high', undefined],
  ] as const)('%s, %s, %s', (profile, model, wish, expected) => {
    expect(settingsOf(profile, model).body.thinking[wish]).toEqual(expected)
  })
})

describe('docs/wire 1.1: fields a model refuses are left out', () => {
  it.each([
    ['openai', 'gpt-5-mini', ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty']],
    ['openai', 'gpt-5-chat-latest', []],
    ['openai', 'gpt-4o', []],
    ['moonshot', 'kimi-k2.7-code', ['temperature', 'top_p', 'n', 'presence_penalty', 'frequency_penalty']],
    ['moonshot', 'moonshot-v1-8k', []],
    ['xai', 'grok-4-fast-reasoning', ['stop', 'presence_penalty', 'frequency_penalty']],
    ['xai', 'grok-4-fast-non-reasoning', []],
    ['perplexity', 'sonar', ['tools', 'tool_choice', 'parallel_tool_calls']],
  ] as const)('%s, %s', (profile, model, omit) => {
    expect(settingsOf(profile, model).body.omit).toEqual(omit)
  })
})

describe('docs/wire 2.3: thoughts in the text are looked for', () => {
  it.each([
    ['openai', 'gpt-5', false],
    ['generic', 'x', DEFAULT_THINK_TAGS],
    [
      'minimax',
      'MiniMax-M3',
      [
        { open: '<think>', close: '</think>' },
        { open: '<mm:think>', close: '</mm:think>' },
      ],
    ],
    ['vllm', 'Qwen/Qwen3-30B-Thinking-2507', [{ open: '<think>', close: '</think>', opened: true }]],
    [
      'sglang',
      'ByteDance/Seed-OSS-36B',
      [
        { open: '<seed:think>', close: '</seed:think>' },
        { open: '<think>', close: '</think>' },
      ],
    ],
  ] as const)('%s, %s', (profile, model, tags) => {
    expect(settingsOf(profile, model).response.thinkTags).toEqual(tags)
  })
})
