import type { ProviderProfile, ResolvedProvider } from '@antiphon/core/provider'
import type { RequestPolicy } from '@antiphon/core/request'
import type { LintContext } from './types.js'

/**
 * The endpoint to lint for: the id of a profile of the kit, a profile, one applied to an endpoint and model, or a bare
 * policy.
 */
export type LintProfile = string | ProviderProfile | ResolvedProvider | RequestPolicy

/**
 * The message policy of an endpoint.
 *
 * @throws TypeError when it is not a profile, or the name is unknown.
 */
export function policyOf(
  profile: LintProfile | undefined,
  model: string | undefined,
): Pick<LintContext, 'policy' | 'provider'> {
  if (profile === undefined) return { policy: withModel({}, model) }
  if (typeof profile === 'string') {
    if (!Object.hasOwn(profilePolicies, profile)) throw unknownProfile(profile)
    const { name, messages } = profilePolicies[profile]!
    return { policy: withModel({ provider: profile, ...messages }, model), provider: { id: profile, name } }
  }
  if (typeof profile !== 'object' || profile === null || Array.isArray(profile)) throw unknownProfile(profile)
  if (!('settings' in profile)) {
    const { provider: id } = profile
    const policy = withModel(profile, model)
    return id ? { policy, provider: { id, name: nameOf(id) } } : { policy }
  }
  const { id, name, settings } = profile
  const ofModel = ('models' in profile ? (profile.models ?? []) : []).filter(
    ({ match }) => model && match.test(model.slice(0, 200)),
  )
  const policy = [settings, ...ofModel.map((one) => one.settings)].reduce<RequestPolicy>(
    (base, { messages = {} }) => ({
      ...base,
      ...messages,
      reasoning: { ...base.reasoning, ...messages.reasoning },
    }),
    {},
  )
  return { policy: withModel({ provider: id, ...policy }, model), provider: { id, name } }
}

function nameOf(id: string): string {
  return (Object.hasOwn(profilePolicies, id) && profilePolicies[id]?.name) || id
}

function withModel(policy: RequestPolicy, model: string | undefined): RequestPolicy {
  return model === undefined ? policy : { ...policy, model }
}

function unknownProfile(given: unknown): TypeError {
  const said =
    typeof given === 'string' ? `no provider profile "${given}"` : 'no provider profile in this value'
  return new TypeError(
    `There is ${said}. Pass one of ${Object.keys(profilePolicies).join(', ')}, a profile, or what resolveProvider gives.`,
  )
}

const CLAUDE_IDS = '[A-Za-z0-9_-]{1,64}'
const LETTER_FIRST = '[a-zA-Z][a-zA-Z0-9_-]{0,63}'
const never: RequestPolicy = { reasoning: { turns: 'never' } }
const toolTurns: RequestPolicy = { reasoning: { turns: 'toolTurns', field: 'same' } }
const lastTurns = { turns: 'sinceLastUser', field: 'reasoning_content' } as const
const openai: RequestPolicy = {
  ...never,
  developerRole: 'developer',
  callIdPattern: '.{1,40}',
  callExtras: 'drop',
  userParts: ['text', 'image_url', 'input_audio', 'file'],
}

interface KnownProfile {
  /** For people. */
  name: string
  messages: RequestPolicy
}

/**
 * The message policy of each profile of the kit, by id, so that `lintTranscript` needs only a name. The profiles themselves
 * load on demand with the request code, and a synchronous function cannot wait for them. A test keeps this list equal to
 * them. Settings of single models are not here: pass `resolveProvider({ baseUrl, profile }, model)`.
 */
export const profilePolicies: Readonly<Record<string, KnownProfile>> = {
  openai: { name: 'OpenAI', messages: openai },
  azure: { name: 'Azure OpenAI', messages: openai },
  anthropic: {
    name: 'Anthropic',
    messages: { ...never, callIdPattern: CLAUDE_IDS, userParts: ['text', 'image_url'] },
  },
  gemini: {
    name: 'Google Gemini',
    messages: {
      ...never,
      toolNameOnResult: true,
      callExtras: 'keep',
      missingThoughtSignature: 'skip_thought_signature_validator',
      toolNamePattern: LETTER_FIRST,
      userParts: ['text', 'image_url', 'input_audio'],
    },
  },
  openrouter: {
    name: 'OpenRouter',
    messages: {
      reasoning: { turns: 'all', field: 'reasoning_details' },
      toolNameOnResult: true,
      userParts: ['text', 'image_url', 'input_audio', 'file', 'video_url'],
      textKeys: 'keep',
    },
  },
  deepseek: {
    name: 'DeepSeek',
    messages: { reasoning: { turns: 'all', field: 'reasoning_content', emptyKey: true } },
  },
  mistral: {
    name: 'Mistral',
    messages: {
      reasoning: { turns: 'all', field: 'contentParts' },
      lateSystem: 'user',
      callIdPattern: '[A-Za-z0-9]{9}',
      callExtras: 'drop',
      toolNameOnResult: true,
      bridgeAfterTool: 'I have read the results.',
      userParts: ['text', 'image_url', 'document_url'],
      prefill: 'prefix',
    },
  },
  groq: {
    name: 'Groq',
    messages: {
      reasoning: { turns: 'sinceLastUser', field: 'reasoning' },
      callExtras: 'drop',
      userParts: ['text', 'image_url'],
      prefill: 'plain',
    },
  },
  xai: { name: 'xAI', messages: { ...never, userParts: ['text', 'image_url'] } },
  together: { name: 'Together AI', messages: toolTurns },
  fireworks: { name: 'Fireworks AI', messages: toolTurns },
  cerebras: {
    name: 'Cerebras',
    messages: { reasoning: { turns: 'sinceLastUser', field: 'reasoning' }, callExtras: 'drop' },
  },
  featherless: { name: 'Featherless', messages: { reasoning: lastTurns, lateSystem: 'user' } },
  moonshot: {
    name: 'Moonshot AI',
    messages: {
      reasoning: { turns: 'all', field: 'reasoning_content', emptyKey: 'toolTurns' },
      userParts: ['text', 'image_url', 'video_url'],
      toolNamePattern: LETTER_FIRST,
      prefill: 'partial',
    },
  },
  zai: { name: 'Z.ai', messages: { reasoning: { turns: 'all', field: 'reasoning_content' } } },
  dashscope: {
    name: 'DashScope',
    messages: {
      reasoning: { turns: 'all', field: 'reasoning_content' },
      lateSystem: 'user',
      userParts: ['text', 'image_url', 'video_url', 'input_audio'],
      textKeys: 'keep',
      prefill: 'partial',
    },
  },
  minimax: { name: 'MiniMax', messages: { reasoning: { turns: 'all', field: 'same' }, lateSystem: 'user' } },
  perplexity: { name: 'Perplexity', messages: never },
  huggingface: { name: 'Hugging Face', messages: toolTurns },
  nvidia: { name: 'NVIDIA NIM', messages: { ...never, callExtras: 'drop' } },
  github: { name: 'GitHub Models', messages: { ...never, callIdPattern: '.{1,40}', callExtras: 'drop' } },
  cloudflare: { name: 'Cloudflare Workers AI', messages: never },
  'cloudflare-gateway': { name: 'Cloudflare AI Gateway', messages: never },
  ollama: {
    name: 'Ollama',
    messages: {
      reasoning: { turns: 'sinceLastUser', field: 'reasoning' },
      userParts: ['text', 'image_url'],
      imageUrls: 'dataOnly',
    },
  },
  'lm-studio': { name: 'LM Studio', messages: { lateSystem: 'user', userParts: ['text', 'image_url'] } },
  'llama-cpp': {
    name: 'llama.cpp',
    messages: {
      reasoning: lastTurns,
      lateSystem: 'user',
      userParts: ['text', 'image_url', 'input_audio'],
      prefill: 'plain',
    },
  },
  vllm: {
    name: 'vLLM',
    messages: {
      reasoning: { turns: 'sinceLastUser', field: 'both' },
      lateSystem: 'user',
      userParts: ['text', 'image_url', 'input_audio', 'video_url'],
      prefill: 'final_message',
    },
  },
  sglang: {
    name: 'SGLang',
    messages: { reasoning: lastTurns, lateSystem: 'user', prefill: 'final_message' },
  },
  litellm: { name: 'LiteLLM', messages: { ...toolTurns, textKeys: 'keep' } },
  generic: { name: 'OpenAI-compatible', messages: {} },
}
