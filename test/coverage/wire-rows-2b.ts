import type { SectionRows } from './wire-coverage.js'

const calls = 'tool-calls >'
const repairs = 'tool-call-repairs >'
const usage = 'finish-and-usage >'
const rows = 'payload-rows >'
const shape = 'extract-error >'
const chunk = 'accumulate-chunk >'

/** Streams: calls, endings, usage, payloads, errors (wire-facts 2.5 to 2.9). */
export const answerRows: SectionRows = {
  '2.5': {
    'standard: index, id and name first': [
      `${calls} standard: index, id and name first, then arguments by index`,
      'fixture parallel-tools.sse',
    ],
    'whole call in one chunk': [`${calls} whole call in one chunk`],
    'index missing': [
      `${calls} no index, no type (Mistral)`,
      `${calls} no index, fragments by id`,
      `${calls} arguments split, neither id nor index`,
      'fixture 04-gemini-parallel-late-extra.sse',
    ],
    'index always 0': [
      `${calls} index always 0, ids differ`,
      `${calls} index always 0, ids differ, in fragments`,
      'fixture 05-parallel-all-index-0.sse',
    ],
    'id repeated on each fragment': [
      `${calls} id repeated on each fragment`,
      `${calls} id and name repeated on each fragment`,
    ],
    'id "" on later fragments': [
      `${calls} id empty on later fragments`,
      'fixture 03-dashscope-empty-ids-no-finish-key.sse',
    ],
    'id or name absent until later': [`${calls} id late`, `${calls} id late, no index`, `${calls} name late`],
    'id missing altogether': [
      `${calls} id missing altogether`,
      `${calls} a generated id never meets one of the server`,
    ],
    'two entries with the same index in one chunk': [
      `${calls} two entries with one index in one chunk (vLLM)`,
      'fixture 08-arguments-object-null-same-index.sse',
    ],
    'name split over fragments': [
      `${calls} name that grows`,
      `${calls} name in pieces`,
      `${calls} another name after the arguments began is ignored`,
      `${repairs} a name that came too late and a function_call that is none are told`,
      'fixture 09-names-that-grow-repeat-and-vanish.sse',
    ],
    'name repeated, name "" later': [
      `${calls} id and name repeated on each fragment`,
      'fixture 09-names-that-grow-repeat-and-vanish.sse',
    ],
    'arguments null': [
      `${calls} arguments null`,
      `${repairs} null is nothing`,
      'fixture 08-arguments-object-null-same-index.sse',
    ],
    'arguments an object': [
      `${calls} arguments an object (TGI)`,
      `${calls} an object replaces text that came before`,
      'fixture 08-arguments-object-null-same-index.sse',
    ],
    'cumulative instead of delta': [
      `${repairs} all arguments so far in each piece`,
      `${repairs} all arguments so far, cut off`,
      `${calls} fragments that only look cumulative`,
      `${calls} short fragments that repeat`,
      'fixture 07-cumulative-arguments.sse',
      'fixture cumulative-arguments.jsonl',
    ],
    'complete arguments, then a repeat, a bracket, or {} first': [
      `${repairs} {} first, then the arguments in pieces`,
      `${repairs} {} twice first`,
      `${repairs} {} first and a bracket too many at the end`,
      `${repairs} a bracket after {}`,
      `${repairs} arguments that are repeated after another piece`,
      `${calls} one bracket too many`,
    ],
    'early parse is unsafe': [
      `${repairs} a text that parses on the way is not final: it may be the beginning of a longer one`,
    ],
    'tool_calls a single object': [`${calls} tool_calls a single object (TGI)`],
    'index starts at 1': [`${calls} index starts at 1, with holes`],
    'ids reused every turn': [
      'tool-turns > wire-facts 2.5: ids reused every turn are unique in the request, also beside one that looks like our own',
      `${calls} the same id twice in one turn, told apart by index`,
      'fixture 06-same-id-twice.sse',
    ],
    'legacy function_call': [`${calls} legacy function_call`, 'fixture 22-legacy-function-call.sse'],
    'type missing': [`${calls} no index, no type (Mistral)`],
    'extra_content on the call or in a later delta': [
      `${calls} extras of a call are merged deep and kept, on the call and on its function`,
      'tool-turns > wire-facts 2.5: extra_content and other unknown keys go back on the same call',
      'fixture 04-gemini-parallel-late-extra.sse',
    ],
    'call emitted as text': [
      `${repairs} %s is told and left as it is`,
      `${repairs} not where there are calls, nor in a text that goes on`,
    ],
    'JSON text duplicate of the call in content': [
      `${repairs} the JSON of a call beside the call stays text (Cerebras)`,
    ],
    'finish_reason in the same chunk as the call': [
      `${repairs} inside one chunk the order is reasoning, content, calls, finish, whatever the order of the keys`,
    ],
  },
  '2.6': {
    'stop, end_turn, eos, …': [`${usage} eos_token is %s`, `${usage} STOP is %s`, `${usage} complete is %s`],
    'tool_calls, tool_use, function_call, tool_call': [
      `${usage} tool_use is tool_calls with calls, stop without`,
      `${usage} function_call is tool_calls with calls, stop without`,
    ],
    'length, max_tokens, model_length, …': [
      `${usage} model_length is %s`,
      `${usage} MAX_TOKENS is %s`,
      `${usage} model_context_window_exceeded is %s`,
    ],
    'content_filter, sensitive, refusal, SAFETY, …': [
      `${usage} sensitive is %s`,
      `${usage} SAFETY is %s`,
      `${usage} filtered, empty`,
    ],
    'insufficient_system_resource, aborted, network_error, error, …': [
      `${usage} a finish reason that is a failure`,
      `${usage} the network behind the server failed`,
      `${usage} the server gave up`,
      `${usage} a limit of time`,
      `${usage} a call that the model wrote wrongly`,
    ],
    'stop with tool calls': [
      `${usage} calls win over stop, not over length`,
      'fixture 04-gemini-parallel-late-extra.sse',
    ],
    'tool_calls without calls': [`${usage} %s without calls: reported %s`],
    'null to the end': [`${usage} no finish reason, end`, 'fixture 16-no-done-no-finish.sse'],
    'anything else': [
      `${usage} a word that nobody knows`,
      `${usage} the word of the server and of the one behind it are both kept`,
    ],
  },
  '2.7': {
    'extra last chunk, choices []': ['faults > faults: usage-only-last-chunk', 'fixture plain-text.sse'],
    'in the finish chunk': ['fixture 12-magistral-content-arrays.sse'],
    'on every chunk, cumulative': [
      `${usage} is the last one seen, never a sum, and absent when none came`,
      'fixture 19a-usage-on-every-chunk.sse',
    ],
    'choice.usage': [`${chunk} choice (Moonshot)`, 'fixture 19c-usage-on-the-choice.sse'],
    'x_groq.usage': [`${chunk} x_groq`, 'fixture 19b-usage-in-x-groq.sse'],
    'usage null on earlier chunks': [
      `${rows} null before and after changes nothing; none at all is absent, never zero`,
      'fixture 02-sglang-all-null.sse',
    ],
    prompt_tokens_details: [`${usage} OpenAI`, `${usage} OpenRouter`],
    prompt_cache_hit_tokens: [`${usage} DeepSeek`, 'fixture reasoning-then-text.sse'],
    'top-level usage.cached_tokens': [`${usage} Moonshot`, 'fixture 19c-usage-on-the-choice.sse'],
    'reasoning_tokens in the details or at the top': [
      `${usage} OpenAI`,
      `${usage} Perplexity`,
      'fixture 02-sglang-all-null.sse',
    ],
    'completion_tokens excludes reasoning': [
      `${usage} a total that leaves the thinking out (xAI)`,
      'fixture 19d-usage-without-thinking.sse',
    ],
    'cost, cost_details, is_byok': [
      `${usage} OpenRouter`,
      `${rows} what the kit has no word for is kept raw: ticks, sources, upstream cost`,
    ],
    'cost as an object': [`${usage} Perplexity`, 'fixture 19a-usage-on-every-chunk.sse'],
    'cost_in_usd_ticks, num_sources_used': [
      `${rows} what the kit has no word for is kept raw: ticks, sources, upstream cost`,
      'fixture 19d-usage-without-thinking.sse',
    ],
    timings: [`${rows} what only one vendor sends is kept under its name, the last of each`],
    'no usage at all': [`${rows} null before and after changes nothing; none at all is absent, never zero`],
  },
  '2.8': {
    'delta.images': [
      `${rows} a citation is one by its page and range, a file by its hash; an image by its address`,
      'fixture images-annotations.sse',
    ],
    'annotations url_citation, file': [
      `${rows} a citation is one by its page and range, a file by its hash; an image by its address`,
      'fixture images-annotations.sse',
    ],
    'citations, search_results, … at the top': [
      `${rows} lists at the top are a snapshot: the last one counts, nothing is added up`,
      'fixture 19a-usage-on-every-chunk.sse',
    ],
    web_search: [`${rows} what only one vendor sends is kept under its name, the last of each`],
    'delta.audio': [`${rows} audio grows by its data and its transcript; id and expiry stay`],
    executed_tools: [`${rows} what only one vendor sends is kept under its name, the last of each`],
    'delta.refusal': ['fixture refusal.sse'],
  },
  '2.9': {
    'data: {error: {message, type, param, code}}': [
      `${chunk} OpenAI is an error`,
      'faults > faults: error-chunk-in-200',
    ],
    'bare error: field': ['fixture 17c-bare-error-line.sse'],
    'error beside choices': [
      `${usage} an error beside choices comes after the delta of its chunk`,
      'fixture 10-openrouter-details-comments-error.sse',
    ],
    'tool_use_failed with failed_generation': ['replay/captures > %s: has what its provenance says'],
    'message beside error (LM Studio)': [`${shape} LM Studio: message beside error`],
    'error a plain string': [`${chunk} plain text is an error`, `${shape} Ollama: plain text`],
    'error and error_type, then close (TGI)': [`${shape} TGI: error_type`],
    'HTTP 200 with zero deltas': [
      `${usage} an empty answer, finished`,
      'describe-body > nothing is told in words, with what the body said',
    ],
    'base_resp with a status': [`${chunk} MiniMax is an error`, `${shape} MiniMax: base_resp`],
    'type error': [`${chunk} Anthropic style is an error`],
  },
}
