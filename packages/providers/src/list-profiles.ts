import { detectProfile, providerProfiles, type ProviderProfile } from '@antiphon/core/provider'

/** The data of a profile for a settings screen. */
export interface ProfileSummary extends PageFacts {
  /** For `EndpointConfig.profile`. */
  id: string
  /** Such as `DeepSeek`. */
  name: string
  /** False where a key may be left out, as for servers on this machine. */
  needsKey: boolean
}

/** How one reaches an endpoint family from a page. */
interface PageFacts {
  /** Base URL of the quick start, to fill a form with; `{…}` marks what the user fills in. Absent for "any other". */
  baseUrl?: string
  /** Whether a page may call it directly (docs/wire 3.3). `setting`: after a change at the server, which `browserHint` names. */
  browser: 'yes' | 'setting' | 'no' | 'unknown'
  /** Advice for when a page cannot reach it: the setting to change, and where. */
  browserHint?: string
  /** Default true. */
  needsKey?: boolean
}

/** For servers that do not answer pages (docs/wire 3.3). */
function needsProxy(name: string): string {
  return `${name} does not answer pages. Send requests through a proxy on the origin of this page and use its address as the base URL.`
}

/** For servers about which nothing is known, or reports differ. */
function mayNeedProxy(name: string): string {
  return `Whether pages may call ${name} is not certain. If no answer comes, send requests through a proxy on the origin of this page and use its address as the base URL.`
}

/** By id of the profile, in the order to show them: hosted ones, then local servers, and last the one for all others. */
const FACTS: Readonly<Record<string, PageFacts>> = {
  openai: { baseUrl: 'https://api.openai.com/v1', browser: 'yes' },
  azure: {
    baseUrl: 'https://{resource}.openai.azure.com/openai/v1',
    browser: 'unknown',
    browserHint: mayNeedProxy('Azure OpenAI'),
  },
  anthropic: { baseUrl: 'https://api.anthropic.com/v1', browser: 'yes' },
  gemini: { baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai', browser: 'yes' },
  openrouter: { baseUrl: 'https://openrouter.ai/api/v1', browser: 'yes' },
  deepseek: {
    baseUrl: 'https://api.deepseek.com',
    browser: 'unknown',
    browserHint: mayNeedProxy('DeepSeek'),
  },
  mistral: { baseUrl: 'https://api.mistral.ai/v1', browser: 'yes' },
  groq: { baseUrl: 'https://api.groq.com/openai/v1', browser: 'yes' },
  xai: { baseUrl: 'https://api.x.ai/v1', browser: 'unknown', browserHint: mayNeedProxy('xAI') },
  together: { baseUrl: 'https://api.together.xyz/v1', browser: 'yes' },
  fireworks: {
    baseUrl: 'https://api.fireworks.ai/inference/v1',
    browser: 'unknown',
    browserHint: mayNeedProxy('Fireworks AI'),
  },
  cerebras: {
    baseUrl: 'https://api.cerebras.ai/v1',
    browser: 'unknown',
    browserHint: mayNeedProxy('Cerebras'),
  },
  featherless: {
    baseUrl: 'https://api.featherless.ai/v1',
    browser: 'unknown',
    browserHint: mayNeedProxy('Featherless'),
  },
  moonshot: { baseUrl: 'https://api.moonshot.ai/v1', browser: 'no', browserHint: needsProxy('Moonshot AI') },
  zai: { baseUrl: 'https://api.z.ai/api/paas/v4', browser: 'unknown', browserHint: mayNeedProxy('Z.ai') },
  dashscope: {
    baseUrl: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    browser: 'no',
    browserHint: needsProxy('DashScope'),
  },
  minimax: { baseUrl: 'https://api.minimax.io/v1', browser: 'no', browserHint: needsProxy('MiniMax') },
  perplexity: { baseUrl: 'https://api.perplexity.ai', browser: 'no', browserHint: needsProxy('Perplexity') },
  huggingface: {
    baseUrl: 'https://router.huggingface.co/v1',
    browser: 'no',
    browserHint: needsProxy('The router of Hugging Face'),
  },
  nvidia: {
    baseUrl: 'https://integrate.api.nvidia.com/v1',
    browser: 'no',
    browserHint: needsProxy('NVIDIA'),
  },
  github: {
    baseUrl: 'https://models.github.ai/inference',
    browser: 'unknown',
    browserHint: mayNeedProxy('GitHub Models'),
  },
  cloudflare: {
    baseUrl: 'https://api.cloudflare.com/client/v4/accounts/{account_id}/ai/v1',
    browser: 'no',
    browserHint: needsProxy('The API of Cloudflare'),
  },
  'cloudflare-gateway': {
    baseUrl: 'https://gateway.ai.cloudflare.com/v1/{account_id}/{gateway_id}/compat',
    browser: 'no',
    browserHint:
      'Send requests through a Worker or a proxy on the origin of this page. The key is the token of the gateway; a key of the provider behind it goes into an extra header Authorization.',
  },
  ollama: {
    baseUrl: 'http://localhost:11434/v1',
    browser: 'setting',
    browserHint:
      'Pages on localhost are allowed. For others set OLLAMA_ORIGINS to the origin of this page, such as OLLAMA_ORIGINS=https://chat.example.com, and start Ollama again.',
    needsKey: false,
  },
  'lm-studio': {
    baseUrl: 'http://localhost:1234/v1',
    browser: 'setting',
    browserHint:
      'In LM Studio open Developer, then Server Settings, turn on "Enable CORS" and start the server again.',
    needsKey: false,
  },
  'llama-cpp': {
    baseUrl: 'http://localhost:8080/v1',
    browser: 'yes',
    browserHint: 'llama.cpp allows every page; newer builds take a list: llama-server --cors-origins "*".',
    needsKey: false,
  },
  vllm: {
    baseUrl: 'http://localhost:8000/v1',
    browser: 'yes',
    browserHint:
      'vLLM allows every page unless it was started with --allowed-origins; then the origin of this page must be in that list.',
    needsKey: false,
  },
  sglang: {
    baseUrl: 'http://localhost:30000/v1',
    browser: 'yes',
    browserHint:
      'SGLang allows every page unless it was started with --allowed-origins; then the origin of this page must be in that list.',
    needsKey: false,
  },
  litellm: {
    baseUrl: 'http://localhost:4000/v1',
    browser: 'unknown',
    browserHint:
      'The proxy must allow the origin of this page and the headers Authorization and Content-Type, on answers that stream as well.',
    needsKey: false,
  },
  generic: {
    browser: 'unknown',
    browserHint:
      'The server must allow this page: its answer needs Access-Control-Allow-Origin, and its preflight must allow the headers Authorization and Content-Type.',
    needsKey: false,
  },
}

/** The facts about a profile, for a form. Only the name of a profile of your own is known. */
export function describeProfile({ id, name }: Pick<ProviderProfile, 'id' | 'name'>): ProfileSummary {
  const facts: PageFacts = (Object.hasOwn(FACTS, id) && FACTS[id]) || { browser: 'unknown' }
  return { id, name, needsKey: true, ...facts }
}

/** The same for the profile that a base URL has. */
export const describeEndpoint = (baseUrl: string): ProfileSummary => describeProfile(detectProfile(baseUrl))

/** The profiles of the kit to choose from, in the order to show them. */
export function listProfiles(): ProfileSummary[] {
  const rank = Object.keys(FACTS)
  return providerProfiles
    .toSorted((a, b) => rank.indexOf(a.id) - rank.indexOf(b.id))
    .map((profile) => describeProfile(profile))
}
