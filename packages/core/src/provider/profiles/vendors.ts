import type { ProviderProfile, SettingsOverride } from '../types.js'
import { OPENAI_MODELS, CLAUDE_ID_PATTERN, LETTER_FIRST, LOW_MEDIUM_HIGH, effortLevels } from './models.js'

const OPENAI_SETTINGS: SettingsOverride = {
  messages: {
    reasoning: { turns: 'never' },
    developerRole: 'developer',
    callIdPattern: '.{1,40}',
    // An unknown key in a message is a 400 here.
    callExtras: 'drop',
    userParts: ['text', 'image_url', 'input_audio', 'file'],
  },
  body: { maxTokensField: 'max_completion_tokens' },
}

export const vendorProfiles: readonly ProviderProfile[] = [
  /** docs/wire 1.1, 1.2, 1.3 (ids of at most 40 characters), 5: takes no reasoning back. */
  {
    id: 'openai',
    name: 'OpenAI',
    match: { hosts: ['api.openai.com'] },
    settings: { ...OPENAI_SETTINGS, response: { thinkTags: false } },
    models: OPENAI_MODELS,
  },
  /** Azure OpenAI: OpenAI with a header of its own (docs/wire 6). Old API versions refuse `stream_options`; that heals itself (1.1). */
  {
    id: 'azure',
    name: 'Azure OpenAI',
    // Not all of .azure.com: other services there take the key as a bearer token.
    match: { hosts: ['.openai.azure.com', '.cognitiveservices.azure.com', '.services.ai.azure.com'] },
    settings: { ...OPENAI_SETTINGS, headers: { keyHeader: 'api-key', keyPrefix: '' } },
    // Deployments have names of their own; one named after its model gets what the model needs.
    models: OPENAI_MODELS,
  },
  /** Anthropic's OpenAI-compatible endpoint: docs/wire 1.1, 1.2, 1.3, 3.3. It returns no thoughts and ignores most other fields. */
  {
    id: 'anthropic',
    name: 'Anthropic',
    match: { hosts: ['api.anthropic.com'] },
    settings: {
      messages: {
        reasoning: { turns: 'never' },
        callIdPattern: CLAUDE_ID_PATTERN,
        // Sound and files are ignored there without a word.
        userParts: ['text', 'image_url'],
        // Late system messages stay: they are joined to the first one there.
      },
      // "On" needs a budget below the limit of the answer, so it has no word that fits every request.
      body: { thinking: { off: { thinking: { type: 'disabled' } } } },
      headers: { extra: { 'anthropic-dangerous-direct-browser-access': 'true' } },
      response: { thinkTags: false },
    },
  },
  /** Google's OpenAI-compatible endpoint: docs/wire 1.1, 1.2, 1.3, 5. Unknown keys are refused, signatures of calls are demanded. */
  {
    id: 'gemini',
    name: 'Google Gemini',
    match: { hosts: ['generativelanguage.googleapis.com'] },
    settings: {
      messages: {
        reasoning: { turns: 'never' },
        toolNameOnResult: true,
        toolNamePattern: LETTER_FIRST,
        // Signatures live in `extra_content` of the calls.
        callExtras: 'keep',
        missingThoughtSignature: 'skip_thought_signature_validator',
        userParts: ['text', 'image_url', 'input_audio'],
      },
      body: { omit: ['frequency_penalty', 'top_k'], thinking: LOW_MEDIUM_HIGH },
    },
  },
  /** docs/wire 1.1, 1.2, 1.3, 5: refuses every unknown key, ids of other lengths, and a user right after a tool. */
  {
    id: 'mistral',
    name: 'Mistral',
    match: { hosts: ['api.mistral.ai'] },
    settings: {
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
      body: {
        // Usage comes without asking.
        includeUsage: false,
        requiredToolChoice: 'any',
        // Unknown here: the seed has another name.
        omit: ['seed'],
      },
    },
    models: [
      { match: /magistral/i, settings: { body: { thinking: { on: { prompt_mode: 'reasoning' } } } } },
      {
        match: /mistral-(?:small|medium)/i,
        settings: { body: { thinking: effortLevels({ off: 'none', on: 'high', high: 'high' }) } },
      },
    ],
  },
  /** docs/wire 1.1, 1.2, 5, 6: takes no reasoning back; what a model accepts differs from one to the next. */
  {
    id: 'xai',
    name: 'xAI',
    match: { hosts: ['api.x.ai'] },
    // Grok models that do not reason answer `reasoning_effort` with 400, so only known ones get it.
    settings: { messages: { reasoning: { turns: 'never' }, userParts: ['text', 'image_url'] } },
    models: [
      {
        match: /grok-(?:3-mini|[4-9]|code|build)(?!.*non-reasoning)/i,
        settings: {
          body: { omit: ['stop', 'presence_penalty', 'frequency_penalty'], thinking: { on: {} } },
        },
      },
      {
        match: /grok-3-mini/i,
        settings: { body: { thinking: effortLevels({ low: 'low', high: 'high' }) } },
      },
      { match: /grok-4\.[3-9]/i, settings: { body: { thinking: LOW_MEDIUM_HIGH } } },
      // From 4.5 on `none` is refused.
      { match: /grok-4\.3/i, settings: { body: { thinking: effortLevels({ off: 'none' }) } } },
    ],
  },
  /** docs/wire 1.1, 5, 6: no tools, no reasoning back, usage without asking. */
  {
    id: 'perplexity',
    name: 'Perplexity',
    match: { hosts: ['api.perplexity.ai'] },
    settings: {
      messages: { reasoning: { turns: 'never' } },
      body: { includeUsage: false, omit: ['tools', 'tool_choice', 'parallel_tool_calls'] },
    },
  },
]
