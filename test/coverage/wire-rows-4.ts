import type { SectionRows } from './wire-coverage.js'

const rows = 'payload-rows >'
const replay = (words: string) => `replay-reasoning > wire-facts 5: ${words}`
const nothing = replay(
  'OpenAI, Azure, GitHub Models, Gemini-compat, NVIDIA NIM, xAI, Perplexity, Anthropic-compat: nothing',
)
const same = replay('Ollama, Groq, Cerebras: in the field it came in')
const profile = (id: string) => `provider-profiles > ${id}, %s`

/** Whole bodies and what goes back of the thinking (wire-facts 4, 5). */
export const bodyRows: SectionRows = {
  '4': {
    'same reasoning aliases on message': [
      `${rows} %s is read as in a stream`,
      'replay/captures > %s: has what its provenance says',
      'fixture whole-completion.json',
    ],
    'arguments an object, tool_calls null or [], ids missing': [
      `${rows} tool_calls null, a refusal and no content`,
      `${rows} calls with the same id for all of them (TGI) stay as many as they are`,
      `${rows} calls without ids get one each; arguments as objects become text`,
      'fixture whole-completion.json',
    ],
    'SGLang nulls, vLLM keys': [`${rows} nulls and empty lists are nothing; what vLLM adds is kept aside`],
    'keep-alive blank lines before the body': [
      'pipeline > a whole completion, pretty-printed, after blank keep-alive lines',
      'fixture whole-completion.json',
    ],
    'thinking models that are stream-only': ['prepare-request-messages > holds only what was set'],
    'error and no choices, error on the choice': [
      'describe-body > an error and no choices is told in words, with what the body said',
      'describe-body > an error on the choice is told in words, with what the body said',
    ],
    'citations, search_results at the top': [
      `${rows} lists at the top are a snapshot: the last one counts, nothing is added up`,
    ],
    'content null with refusal': [`${rows} tool_calls null, a refusal and no content`],
    'choices [] on 200': [
      'describe-body > no choices, for a filter took them is told in words, with what the body said',
      'describe-body > no choices although tokens were counted is told in words, with what the body said',
    ],
  },
  '5': {
    'DeepSeek R1': [replay('DeepSeek R1 / reasoner (old): never')],
    'DeepSeek V3.2, V4, no tools': [
      replay(
        'DeepSeek V3.2/V4 hosted, thinking, conversation with tools or no tools ever: every turn, the key even when empty',
      ),
    ],
    'DeepSeek V3.2, V4, with tools': [
      replay(
        'DeepSeek V3.2/V4 hosted, thinking, conversation with tools or no tools ever: every turn, the key even when empty',
      ),
      'heal-request > wire-facts 5.1: thinking goes back, empty or not (DeepSeek V4)',
      'connection/healing > wire-facts 5.1: thinking that must be passed back goes back, as an empty text where there was none',
    ],
    'Moonshot Kimi': [
      replay('Moonshot Kimi: the key is there on tool turns, even when empty'),
      'heal-request > wire-facts 5.1: thinking goes back, empty or not (Kimi)',
    ],
    'Z.ai GLM': [replay('Z.ai GLM and Qwen3.5/3.6 with preserve_thinking: every turn, no empty key')],
    'Qwen3.5, 3.6 with preserve_thinking': [
      replay('Z.ai GLM and Qwen3.5/3.6 with preserve_thinking: every turn, no empty key'),
    ],
    'Qwen3 (older)': [
      replay('Qwen3 (older), vLLM older, SGLang, llama.cpp: only after the last user message'),
    ],
    MiniMax: [
      replay('Cerebras GLM and MiniMax native: think tags in the content'),
      replay('MiniMax native: the tags are those that the thoughts came in'),
      profile('minimax'),
    ],
    'vLLM 0.16 to spring 2026': [replay('vLLM 0.16 to spring 2026: both fields when the version is unknown')],
    'vLLM older, SGLang, llama.cpp, Featherless': [
      replay('Qwen3 (older), vLLM older, SGLang, llama.cpp: only after the last user message'),
      replay('Featherless: in another field than it came in'),
    ],
    Ollama: [same],
    OpenRouter: [
      'replay-details > wire-facts 2.4: order must be preserved exactly; unknown keys and types survive',
      profile('openrouter'),
    ],
    LiteLLM: [
      replay(
        'LiteLLM: signed blocks where there are any, without those that have no signature, else the same field',
      ),
    ],
    'Gemini-compat': [
      nothing,
      'tool-turns > the signature that Gemini asks for (wire-facts 5: Gemini-compat)',
      'tool-turns > is written on the first call of a turn that has none, and on no other',
    ],
    Groq: [same, 'heal-request > wire-facts 5.1: earlier thinking stays here (Groq)'],
    Cerebras: [same, replay('Cerebras GLM and MiniMax native: think tags in the content')],
    Mistral: [
      replay('Mistral: content parts'),
      replay('Mistral: the parts as they came, unless the answer was changed since'),
    ],
    'OpenAI, Azure, GitHub Models': [nothing],
    'NVIDIA NIM': [nothing],
    xAI: [nothing],
    'Anthropic-compat': [nothing],
    Fireworks: [replay('Fireworks, Together and proxies with a name of their own: the same name back')],
    Together: [replay('Fireworks, Together and proxies with a name of their own: the same name back')],
    Perplexity: [nothing],
  },
  '5.1': {
    'unknown endpoint': [replay('unknown endpoint: the seed rule, tool turns only'), profile('generic')],
    'deepseek V3.2, V4': [profile('deepseek')],
    'deepseek R1': [replay('DeepSeek R1 / reasoner (old): never'), profile('deepseek')],
    moonshot: [profile('moonshot')],
    'z.ai, qwen-preserve': [profile('zai'), profile('dashscope')],
    minimax: [profile('minimax')],
    vllm: [profile('vllm')],
    'ollama, cerebras gpt-oss, groq': [profile('ollama'), profile('cerebras'), profile('groq')],
    'cerebras GLM': [profile('cerebras')],
    'llama.cpp, sglang, featherless': [profile('llama-cpp'), profile('sglang'), profile('featherless')],
    openrouter: [profile('openrouter')],
    litellm: [profile('litellm')],
    mistral: [profile('mistral')],
    'openai, azure, gemini, nim, github, perplexity, anthropic-compat':
      'openai,azure,gemini,nvidia,github,perplexity,anthropic'.split(',').map(profile),
  },
}
