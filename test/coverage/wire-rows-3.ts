import type { SectionRows } from './wire-coverage.js'

const shape = 'extract-error >'
const kind = 'classify-error > the kind of a failure (wire-facts 3.2)'
const browser = 'provider-profiles > says what to do where a page may not reach it: $id'
const words = ['chat-error > Chrome', 'chat-error > Safari', 'chat-error > Firefox']
const models = (words: string) => `parse-models > wire-facts 3.4: ${words}`
const page = (words: string) => `browser-facts > wire-facts 3.3: ${words}`
const plain = 'build-request > wire-facts 0: only Authorization and Content-Type by default'

/** Errors, browsers, lists of models (wire-facts 3). */
export const errorRows: SectionRows = {
  '3.1': {
    'error {message, type, param, code}': [
      `${shape} OpenAI`,
      `${shape} OpenRouter: the upstream words are appended`,
    ],
    'exceed_context_size_error with n_ctx': [
      `${shape} llama.cpp, HTTP 200: status of the body`,
      'fixture error-bare-line.sse',
    ],
    'array of errors': [
      `${shape} Gemini: array, status word, retry delay`,
      'fixture 18c-error-gemini-array.json',
    ],
    'no wrapper': [
      `${shape} Cerebras: no wrapper`,
      'classify-error > Cerebras, whose param is only where it is: the field %s is named',
      'fixture 18d-error-cerebras-no-wrapper.json',
    ],
    'object error, detail inside message': [
      `${shape} Mistral: object error with a detail list inside message`,
      'fixture 18e-error-mistral-detail.json',
    ],
    'detail list or text': [`${shape} FastAPI: detail list, several lines`, `${shape} FastAPI: detail text`],
    'problem-details': [`${shape} NIM: problem details`],
    'python repr in a string': [`${shape} NIM: python repr in a string`, 'fixture 18f-error-nim-repr.json'],
    'message, type Bad Request, code': [`${shape} NIM gateway`],
    'code and error as text': [`${shape} xAI: code and text`, `${shape} Ollama: plain text`],
    'request_id beside the error': [`${shape} DashScope: request id beside the error`],
    'type error with http_code': [`${shape} MiniMax: type error, http_code`],
    'errors list, success false': [`${shape} Cloudflare: errors list`],
    error_type: [`${shape} TGI: error_type`],
    'text or HTML': [
      `${shape} text`,
      `${shape} HTML`,
      `${shape} a long page is quoted in at most 500 characters, the body kept up to 16 kB`,
      'fixture 18b-error-page-502.html',
      'fixture error-page.html',
    ],
    empty: [`${shape} never an empty message: %j %j`],
  },
  '3.2': {
    '400 with words about the context': [
      'classify-error > 400 with the words %j is context_overflow',
      'classify-error > tokens in: %s',
    ],
    '400/422 naming a field': [
      'classify-error > Groq: the field %s is named',
      'heal-request > wire-facts 3.2: unsupported_field(name) is left out',
      'connection/healing > wire-facts 3.2: several fields in a row, each once; then the refusal stands',
    ],
    '401/403': [
      kind,
      'connection/retries > faults: http-401: a refused key is an error of kind auth, tried once',
    ],
    'status 402': [kind, 'connection/retries > wire-facts 3.2: no money is final, also as a 429'],
    'status 404': [kind, `${shape} never an empty message: %j %j`],
    'status 413': [kind],
    '408/409/429/5xx': [
      'connection/retries > faults: http-500-503-529: a %i before the first word is waited for, and the answer arrives',
      'connection/retries > nothing is tried again once a word was seen: the text stays, with the error',
    ],
    '429 and how long to wait': [
      'retry-after > %j is %s ms',
      'connection/retries > faults: http-429-retry-after: as the server asks, in %s',
      'connection/retries > wire-facts 3.2: no money is final, also as a 429',
    ],
    '498/529/503': [
      kind,
      'connection/retries > what is tried again (R8, wire-facts 3.2: 408/409/429/5xx and 498/529/503)',
    ],
    '200 with an error body': [
      'connection/retries > wire-facts 3.2: a 200 with an error inside is judged by what the error says',
      'describe-body > an error and no choices is told in words, with what the body said',
      'fixture 18a-error-json-200.json',
    ],
  },
  '3.3': {
    OpenAI: [page('OpenAI'), plain],
    OpenRouter: [page('OpenRouter'), plain],
    'Groq, Together': [page('Groq, Together')],
    DeepSeek: [page('DeepSeek, where reports differ')],
    'Fireworks, Cerebras, GitHub Models': [page('Fireworks, Cerebras, GitHub Models')],
    Mistral: [page('Mistral, with plain headers'), plain],
    'Anthropic needs a header': [
      page('Anthropic, with its header'),
      'build-request > carry the key as the family wants it, and what the family and the user add',
    ],
    'Gemini-compat': [page('Gemini-compat')],
    'self-hosted gateways': [
      'connection/addresses > a request carries no cookies, and its headers are only those it needs (wire-facts 0.10)',
    ],
    'NVIDIA NIM, Perplexity, Moonshot, MiniMax, …': [page('those that need a proxy'), browser],
    Ollama: [page('Ollama, once the origin is allowed'), browser],
    'llama.cpp': [page('llama.cpp')],
    'vLLM, SGLang': [page('vLLM, SGLang')],
    'LM Studio': [page('LM Studio, once its switch is on'), browser],
    'https page to http://localhost': [
      ...words,
      'connection/chat > faults: cors-blocked: names the likely causes, after the usual attempts',
    ],
  },
  '3.4': {
    'data with context_window, max_model_len, max_context_length, …': [
      models('OpenAI: owner and time'),
      models('Groq: context_window, max_completion_tokens; a model that is off is marked'),
      models('vLLM: max_model_len'),
      models('Mistral: capabilities, max_context_length, aliases'),
    ],
    'llama.cpp: meta and models': [
      models('llama.cpp: the context it runs with, not the one it was trained with; state in router mode'),
    ],
    'OpenRouter: no object, pricing, architecture': [
      models('OpenRouter: modalities, parameters, limits, prices per token as texts'),
      models('is read from { data } without object (OpenRouter)'),
    ],
    'Together: bare array': [
      models('Together: what a model is for, prices per million'),
      models('is read from a bare array (Together, GitHub)'),
    ],
    'HF router: providers': [
      models('HF router: the longest context and the best ability among the providers that serve it'),
    ],
    Featherless: [models('Featherless: context_length and max_completion_tokens')],
    'Ollama, NIM, DeepSeek, LM Studio: minimal': [
      models('Ollama, NIM, DeepSeek, LM Studio: the id and its owner, and no guesses'),
    ],
    'Gemini-compat: ids with models/': [
      models('Gemini: the id as the server gives it, a name without its prefix'),
    ],
    'GitHub Models: bare array at another path': [models('GitHub: the catalogue')],
    'Perplexity, Azure, Anthropic: absent or different': [
      models('Anthropic: names and dates'),
      'list-models > fails on a wrong path with the kind that says so',
    ],
  },
}
