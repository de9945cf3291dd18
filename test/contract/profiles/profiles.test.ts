import type { ReasoningEffort, Message } from '@antiphon/core'
import { buildRequest, type CompletionRequest } from '@antiphon/core/request'
import { providerProfiles, resolveProvider } from '@antiphon/core/provider'
import { listProfiles } from '@antiphon/providers'
import { describe, expect, it } from 'vitest'
import { differences } from './differences.js'
import { richTranscript, TOOLS, type ThinkingField } from './transcript.js'

interface Line {
  id: string
  model: string
  /** The field in which this family sends its thinking. */
  emits: ThinkingField
  /** The wish about thinking. Default `high`. */
  wish?: ReasoningEffort
  /** How the request differs from that to a server that takes everything (./differences.ts), written from docs/wire. */
  differs: string[]
}

/** One line per family, more where its models differ. */
const lines: Line[] = [
  {
    id: 'openai',
    model: 'gpt-5-mini',
    emits: 'reasoning',
    differs: [
      '- temperature',
      '- max_tokens',
      '+ reasoning_effort "high"',
      '+ max_completion_tokens 512',
      'instructions from the developer',
      'calls without keys of their vendor',
    ],
  },
  {
    id: 'azure',
    model: 'gpt-4.1',
    emits: 'reasoning',
    differs: [
      'api-key: key',
      'no Authorization',
      '- max_tokens',
      '+ max_completion_tokens 512',
      'instructions from the developer',
      'calls without keys of their vendor',
    ],
  },
  {
    id: 'anthropic',
    model: 'claude-sonnet-4-5',
    emits: 'reasoning',
    differs: ['anthropic-dangerous-direct-browser-access: true', 'question of text,image_url,text'],
  },
  {
    id: 'gemini',
    model: 'gemini-3-pro-preview',
    emits: 'reasoning',
    differs: [
      '+ reasoning_effort "high"',
      'question of text,image_url,text',
      'results with names',
      'signatures for calls without one',
    ],
  },
  {
    id: 'openrouter',
    model: 'anthropic/claude-sonnet-4.5',
    emits: 'reasoning_details',
    differs: [
      '+ reasoning {"effort":"high"}',
      'results with names',
      'thinking in reasoning_details: Look twice. Red breast. Once more.',
    ],
  },
  {
    id: 'deepseek',
    model: 'deepseek-v4-pro',
    emits: 'reasoning_content',
    differs: [
      '- tool_choice',
      '+ thinking {"type":"enabled"}',
      '+ reasoning_effort "high"',
      'thinking in reasoning_content: Look twice. Red breast. "" Once more.',
    ],
  },
  {
    id: 'deepseek',
    model: 'deepseek-r1',
    emits: 'reasoning_content',
    differs: ['- tool_choice', '+ thinking {"type":"enabled"}', '+ reasoning_effort "high"'],
  },
  {
    id: 'mistral',
    model: 'magistral-medium-latest',
    emits: 'content',
    wish: 'on',
    differs: [
      '- stream_options',
      '+ prompt_mode "reasoning"',
      '+ tool_choice "any"',
      'question of text,image_url,document_url',
      'late system message from the user',
      'results with names',
      'two of the user in a row',
      'a bridge behind results',
      'thinking in content: Look twice. Red breast. Once more.',
      'calls without keys of their vendor',
    ],
  },
  {
    id: 'groq',
    model: 'openai/gpt-oss-120b',
    emits: 'reasoning',
    differs: [
      '+ reasoning_effort "high"',
      'question of text,image_url,text',
      'thinking in reasoning: Once more.',
      'calls without keys of their vendor',
    ],
  },
  {
    id: 'groq',
    model: 'qwen/qwen3-32b',
    emits: 'reasoning',
    wish: 'on',
    differs: [
      '+ reasoning_format "parsed"',
      '+ reasoning_effort "default"',
      'question of text,image_url,text',
      'late system message from the user',
      'two of the user in a row',
      'thinking in reasoning: Once more.',
      'calls without keys of their vendor',
    ],
  },
  {
    id: 'xai',
    model: 'grok-4.3',
    emits: 'reasoning_content',
    differs: ['+ reasoning_effort "high"', 'question of text,image_url,text'],
  },
  {
    id: 'together',
    model: 'deepseek-ai/DeepSeek-V3.1',
    emits: 'reasoning_content',
    wish: 'on',
    differs: ['+ reasoning {"enabled":true}', 'thinking in reasoning_content: Look twice. Once more.'],
  },
  {
    id: 'fireworks',
    model: 'accounts/fireworks/models/glm-5',
    emits: 'reasoning_content',
    differs: ['+ reasoning_effort "high"', 'thinking in reasoning_content: Look twice. Once more.'],
  },
  {
    id: 'cerebras',
    model: 'gpt-oss-120b',
    emits: 'reasoning',
    differs: [
      '- max_tokens',
      '- parallel_tool_calls',
      '+ reasoning_effort "high"',
      '+ max_completion_tokens 512',
      'thinking in reasoning: Once more.',
      'calls without keys of their vendor',
    ],
  },
  {
    id: 'cerebras',
    model: 'zai-glm-4.7',
    emits: 'think_tags',
    wish: 'off',
    differs: [
      '- max_tokens',
      '- parallel_tool_calls',
      '+ clear_thinking false',
      '+ disable_reasoning true',
      '+ max_completion_tokens 512',
      'thinking in content: Look twice. Red breast. Once more.',
      'calls without keys of their vendor',
    ],
  },
  {
    id: 'featherless',
    model: 'zai-org/GLM-5.1',
    emits: 'reasoning',
    wish: 'on',
    differs: [
      '+ chat_template_kwargs {"clear_thinking":false,"enable_thinking":true}',
      'late system message from the user',
      'two of the user in a row',
      'thinking in reasoning_content: Look twice. Red breast. Once more.',
    ],
  },
  {
    id: 'moonshot',
    model: 'kimi-k2.6',
    emits: 'reasoning_content',
    wish: 'off',
    differs: [
      '- temperature',
      '- tool_choice',
      '+ thinking {"type":"disabled"}',
      'question of text,image_url,text',
      'thinking in reasoning_content: Look twice. Red breast. "" Once more.',
    ],
  },
  {
    id: 'zai',
    model: 'glm-4.7',
    emits: 'reasoning_content',
    wish: 'on',
    differs: [
      '+ tool_stream true',
      '+ thinking {"type":"enabled","clear_thinking":false}',
      'thinking in reasoning_content: Look twice. Red breast. Once more.',
    ],
  },
  {
    id: 'dashscope',
    model: 'qwen3-max',
    emits: 'reasoning_content',
    wish: 'off',
    differs: [
      '+ enable_thinking false',
      'question of text,image_url,text',
      'late system message from the user',
      'two of the user in a row',
      'thinking in reasoning_content: Look twice. Red breast. Once more.',
    ],
  },
  {
    id: 'minimax',
    model: 'MiniMax-M2.5',
    emits: 'reasoning_details',
    wish: 'on',
    differs: [
      '+ reasoning_split true',
      'late system message from the user',
      'two of the user in a row',
      'thinking in reasoning_details: Look twice. Red breast. Once more.',
    ],
  },
  {
    id: 'minimax',
    model: 'MiniMax-M3',
    emits: 'think_tags',
    wish: 'off',
    differs: [
      '+ reasoning_split true',
      '+ thinking {"type":"disabled"}',
      'late system message from the user',
      'two of the user in a row',
      'thinking in content: Look twice. Red breast. Once more.',
    ],
  },
  {
    id: 'perplexity',
    model: 'sonar-pro',
    emits: 'reasoning',
    differs: ['- stream_options', '- tool_choice', '- parallel_tool_calls', '- tools'],
  },
  {
    id: 'huggingface',
    model: 'openai/gpt-oss-120b:groq',
    emits: 'reasoning',
    differs: ['thinking in reasoning: Look twice. Once more.'],
  },
  {
    id: 'nvidia',
    model: 'meta/llama-3.3-70b-instruct',
    emits: 'reasoning',
    differs: ['calls without keys of their vendor'],
  },
  {
    id: 'github',
    model: 'openai/gpt-4.1',
    emits: 'reasoning',
    differs: ['calls without keys of their vendor'],
  },
  { id: 'cloudflare', model: '@cf/meta/llama-3.3-70b-instruct-fp8-fast', emits: 'reasoning', differs: [] },
  {
    id: 'cloudflare-gateway',
    model: 'openai/gpt-4.1',
    emits: 'reasoning',
    differs: ['cf-aig-authorization: Bearer key', 'no Authorization'],
  },
  {
    id: 'ollama',
    model: 'gpt-oss:20b',
    emits: 'reasoning',
    differs: ['+ reasoning_effort "high"', 'question in words', 'thinking in reasoning: Once more.'],
  },
  {
    id: 'lm-studio',
    model: 'qwen/qwen3-8b',
    emits: 'reasoning_content',
    differs: [
      'question of text,image_url,text',
      'late system message from the user',
      'two of the user in a row',
      'thinking in reasoning_content: Look twice. Once more.',
    ],
  },
  {
    id: 'llama-cpp',
    model: 'Qwen3-8B-Q4_K_M',
    emits: 'reasoning_content',
    wish: 'off',
    differs: [
      '+ chat_template_kwargs {"enable_thinking":false}',
      'question of text,image_url,text',
      'late system message from the user',
      'two of the user in a row',
      'thinking in reasoning_content: Once more.',
    ],
  },
  {
    id: 'vllm',
    model: 'meta-llama/Llama-3.3-70B-Instruct',
    emits: 'reasoning',
    differs: [
      'question of text,image_url,text',
      'late system message from the user',
      'two of the user in a row',
      'thinking in reasoning: Once more.',
      'thinking in reasoning_content: Once more.',
    ],
  },
  {
    id: 'vllm',
    model: 'zai-org/GLM-4.7',
    emits: 'reasoning',
    wish: 'on',
    differs: [
      '+ chat_template_kwargs {"clear_thinking":false,"enable_thinking":true}',
      'question of text,image_url,text',
      'late system message from the user',
      'two of the user in a row',
      'thinking in reasoning: Look twice. Red breast. Once more.',
      'thinking in reasoning_content: Look twice. Red breast. Once more.',
    ],
  },
  {
    id: 'vllm',
    model: 'google/gemma-4-31b-it',
    emits: 'reasoning',
    wish: 'on',
    differs: [
      '+ chat_template_kwargs {"enable_thinking":true}',
      'question of text,image_url,text',
      'late system message from the user',
      'thinking in reasoning: Once more.',
      'thinking in reasoning_content: Once more.',
    ],
  },
  {
    id: 'sglang',
    model: 'Qwen/Qwen3.6-35B-A3B',
    emits: 'reasoning_content',
    wish: 'off',
    differs: [
      '+ chat_template_kwargs {"preserve_thinking":false,"enable_thinking":false}',
      'late system message from the user',
      'two of the user in a row',
      'thinking in reasoning_content: Look twice. Red breast. Once more.',
    ],
  },
  {
    id: 'litellm',
    model: 'claude-sonnet-4-5',
    emits: 'thinking_blocks',
    differs: ['thinking in thinking_blocks: Look twice. Once more.'],
  },
  {
    id: 'generic',
    model: 'some-model',
    emits: 'reasoning_content',
    differs: ['thinking in reasoning_content: Look twice. Once more.'],
  },
]

describe.each(lines)('docs/wire 1, 5.1, 6: $id, $model', ({ id, model, emits, wish, differs }) => {
  const thread = richTranscript(model, id, emits)
  const stored = structuredClone(thread)
  const request = requestFor(id, model, thread, wish)

  it('gets its request, and leaves the thread as it was', () => {
    expect(differences(request)).toEqual(differs)
    expect(thread).toEqual(stored)
  })

  it('gets ids of the form it takes, each once, the same in every request', () => {
    const pattern = resolveProvider({ baseUrl: request.url, profile: id }, model).settings.messages
      .callIdPattern
    const ids = callIds(request.body)
    expect(ids).toHaveLength(5)
    expect(new Set(ids).size).toBe(5)
    expect(ids.filter((one) => !new RegExp(`^(?:${pattern ?? '.{1,64}'})$`).test(one))).toEqual([])
    expect(requestFor(id, model, thread, wish).body).toEqual(request.body)
  })
})

it('no profile is without a line', () => {
  const described = new Set(lines.map(({ id }) => id))
  expect(providerProfiles.map(({ id }) => id).filter((id) => !described.has(id))).toEqual([])
})

function requestFor(
  id: string,
  model: string,
  messages: readonly Message[],
  reasoningEffort: ReasoningEffort = 'high',
): CompletionRequest {
  const preset = listProfiles().find((profile) => profile.id === id)?.baseUrl
  const endpoint = {
    baseUrl: preset?.replaceAll(/\{\w+\}/g, 'mine') ?? 'https://llm.example.com/v1',
    apiKey: 'key',
    profile: id,
  }
  const parameters = {
    temperature: 0.2,
    maxTokens: 512,
    toolChoice: 'required' as const,
    parallelToolCalls: true,
    reasoningEffort,
  }
  return buildRequest(
    endpoint,
    { model, messages, tools: TOOLS, parameters },
    resolveProvider(endpoint, model),
  )
}

function callIds(body: Record<string, unknown>): string[] {
  const messages = body['messages'] as { tool_calls?: { id: string }[] }[]
  return messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id))
}
