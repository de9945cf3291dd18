import type { SectionRows } from './wire-coverage.js'

const thinking = (name: string) => `build-request > wire-facts 1.2: ${name}: is spelled as the profile says`
const wish = (id: string) => `provider-profiles > ${id}, %s, %s`
const strict =
  'first-request > wire-facts 1, 5, 6: with its profile a strict server is satisfied at the first request'

/** Requests (wire-facts 1.1 to 1.3). */
export const requestRows: SectionRows = {
  '1.1': {
    'stream_options.include_usage': [
      'build-request > wire-facts 1.1: stream_options.include_usage is asked for on streams, unless the policy says no',
      'heal-request > wire-facts 1.1: stream_options is left out (old Azure, NIM)',
      'connection/healing > wire-facts 1.1: stream_options; said on the message, remembered for the model and the address, and forgotten on demand',
    ],
    'max_tokens vs max_completion_tokens': [
      'build-request > wire-facts 1.1: max_tokens vs max_completion_tokens is one parameter, under the name that the policy has',
      'heal-request > wire-facts 1.1: max_tokens becomes max_completion_tokens (OpenAI)',
      'heal-request > wire-facts 1.1: max_completion_tokens becomes max_tokens (older servers)',
    ],
    'role developer': [
      'wire-messages > wire-facts 1.1: role "developer" is system on the wire unless the policy says developer, and never both at once',
      'heal-request > wire-facts 1.1: developer becomes system',
    ],
    'several or late system messages': [
      'wire-messages > wire-facts 1.1: several / late system messages: leading ones are one message, a late one stays by default',
      'wire-messages > wire-facts 1.1: several / late system messages: a late one joins the first, or makes one, where only one is taken',
      'heal-request > wire-facts 1.1: a late system message joins the first (MiniMax)',
    ],
    'store, metadata, prompt_cache_key, service_tier, user': [
      'build-request > wire-facts 1.1: store, metadata, prompt_cache_key, service_tier, user, n>1 leave only from extraBody',
    ],
    parallel_tool_calls: [
      'build-request > wire-facts 1.1: sampling params, parallel_tool_calls, tool_choice auto: nothing that was not set is sent',
    ],
    'tools[].function.strict': [
      'build-request > wire-facts 1.1: tools[].function.strict is sent only where the caller set it',
    ],
    'empty list of tools': [
      'build-request > wire-facts 1.1: tools: [] is left out, but sent where history with calls needs the key',
      'heal-request > wire-facts 1.1: an empty list of tools is sent where one is wanted (LiteLLM)',
    ],
    tool_choice: [
      'build-request > wire-facts 1.1: tool_choice "required" is spelled as the server does, or left out and reported',
    ],
    'sampling params': [
      'build-request > wire-facts 1.1: sampling params, parallel_tool_calls, tool_choice auto: nothing that was not set is sent',
      'build-request > wire-facts 1.1: a field that the server refuses is left out wherever it comes from, and reported',
    ],
    'reasoning switches': [
      'build-request > wire-facts 1.1: reasoning switches of the caller win over those of the profile',
    ],
    tool_stream: [
      'build-request > wire-facts 1.1: tool_stream:true and what else a family always sends lies below all that the caller sets',
    ],
    'n>1': [
      'build-request > wire-facts 1.1: store, metadata, prompt_cache_key, service_tier, user, n>1 leave only from extraBody',
      'create-accumulator > n > 1: each choice is its own message, usage stands on the first',
      'fixture two-choices.sse',
    ],
  },
  '1.2': {
    'OpenAI, Azure, Groq gpt-oss, Fireworks, Gemini, Ollama, xAI': [
      thinking('OpenAI / Azure / Groq gpt-oss / Fireworks / Gemini-compat / Ollama / xAI'),
      'build-request > wire-facts 1.2: reasoning_effort max becomes %s where the server has no word for it, reported',
      wish('openai'),
      wish('xai'),
    ],
    OpenRouter: [thinking('OpenRouter'), wish('openrouter')],
    'DeepSeek hosted': [thinking('DeepSeek hosted V3.2/V4'), wish('deepseek')],
    'Z.ai, GLM hosted': [thinking('Z.ai / GLM hosted'), wish('zai')],
    'Moonshot, Kimi': [thinking('Moonshot/Kimi'), wish('moonshot')],
    'DashScope, Qwen': [thinking('DashScope/Qwen'), wish('dashscope')],
    'vLLM, SGLang, llama.cpp, Featherless': [
      thinking('vLLM / SGLang / llama.cpp / Featherless'),
      'build-request > wire-facts 1.2: chat_template_kwargs of the profile and of the wish stand side by side, the wish on top',
      wish('vllm'),
      wish('sglang'),
      wish('llama-cpp'),
      wish('featherless'),
    ],
    Together: [thinking('Together'), wish('together')],
    MiniMax: [thinking('MiniMax'), wish('minimax')],
    Mistral: [thinking('Mistral')],
    Groq: [thinking('Groq'), wish('groq')],
    Cerebras: [thinking('Cerebras'), wish('cerebras')],
    NIM: [
      'build-request > wire-facts 1.2: NIM and unknown endpoints: sends nothing where no word is known, and reports it',
      wish('nvidia'),
    ],
    'Anthropic-compat': [thinking('Anthropic-compat')],
  },
  '1.3': {
    'assistant content on tool turns': [
      'wire-messages > wire-facts 1.3: assistant content on tool turns: the key is always there, for %j as %j',
      'wire-messages > wire-facts 1.3: assistant content on tool turns is never white space alone, which some servers refuse',
      'heal-request > wire-facts 1.3: empty text instead of null (Ollama)',
    ],
    'empty assistant turn': [
      'wire-messages > wire-facts 1.3: an empty assistant turn (no text, no calls) is left out and reported, thoughts or not',
    ],
    'trailing assistant message': [
      'build-request > wire-facts 1.3: trailing assistant message: is refused before it is sent, with what to do',
      'build-request > wire-facts 1.3: trailing assistant message: is continued where the caller or the policy says so',
    ],
    'consecutive same-role turns': [
      'wire-messages > wire-facts 1.3: consecutive same-role turns are joined when the policy asks for it',
      'heal-request > wire-facts 1.3: neighbours of one role are joined',
    ],
    'user right after tool': [
      'wire-messages > wire-facts 1.3: user right after tool: an assistant bridge stands between where the order is refused',
      'heal-request > wire-facts 1.3: an answer between results and question (Mistral)',
    ],
    arguments: [
      'tool-turns > wire-facts 1.3: arguments are always a valid JSON object string: %j goes as %s',
    ],
    'call type on input': ['tool-turns > wire-facts 1.3: call type on input is always written'],
    'tool tool_call_id': [
      'tool-turns > wire-facts 1.3: tool tool_call_id: an id that the server takes leaves as it came, on call and result',
      'tool-turns > wire-facts 1.3: tool tool_call_id: one that the server refuses becomes nine letters and digits, the same in each request',
      'heal-request > wire-facts 1.3: call ids in the form that Mistral wants',
    ],
    orphans: [
      'tool-turns > wire-facts 1.3: orphans: a call without a result gets one that says so, reported',
      'tool-turns > wire-facts 1.3: orphans: a result without a call does not leave, reported',
    ],
    'results order': [
      'tool-turns > wire-facts 1.3: results order: in call order directly after the turn, whatever stands between',
    ],
    'duplicate ids in one turn': [
      'tool-turns > wire-facts 1.3: duplicate ids in one turn: the n-th result belongs to the n-th call, under ids of their own',
    ],
    'name on user, system, assistant': [
      'wire-messages > wire-facts 1.3: name on user/system/assistant does not leave',
    ],
    'tool message name': [
      'tool-turns > wire-facts 1.3: tool message name: the tool is named on its result where the policy asks for it',
    ],
    'tool content': [
      'tool-turns > wire-facts 1.3: tool content is a string; its images follow in a user message after all results',
    ],
    'user parts': [
      'wire-messages > wire-facts 1.3: user parts go verbatim, unknown types and keys too',
      'wire-messages > wire-facts 1.3: user parts that the server does not take become text that names them, and that is reported',
    ],
    'image URL kind': [
      'wire-messages > wire-facts 1.3: image URL kind: where images must be data, a remote one becomes text with its address',
    ],
    'content array vs string': [
      'wire-messages > wire-facts 1.3: content array vs string: an array of texts is a string on the wire',
      strict,
    ],
  },
}
