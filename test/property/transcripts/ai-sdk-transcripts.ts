import fc from 'fast-check'
import { base64, flag, is, json, list, nullable, object, record, text, word } from './arbitrary-json.js'

const filePartUi = record(
  {
    type: is('file'),
    mediaType: fc.constantFrom('image/png', 'image', 'audio/wav', 'application/pdf'),
    url: fc.oneof(
      is('https://charts.example/a'),
      base64.map((data) => `data:image/png;base64,${data}`),
    ),
  },
  { filename: text, providerMetadata: object },
)
const textPartUi = record({ type: is('text'), text }, { state: fc.constantFrom('streaming', 'done') })
const approval = record({ id: word, approved: flag }, { reason: text })
const toolPartUi = fc
  .tuple(
    fc.oneof(
      word.map((name) => ({ type: `tool-${name}` })),
      word.map((toolName) => ({ type: 'dynamic-tool', toolName })),
    ),
    fc.oneof(
      record({ state: is('input-streaming') }, { input: json, rawInput: text }),
      record({ state: is('input-available'), input: json }),
      record({ state: is('approval-requested'), input: json, approval: record({ id: word }) }),
      record({ state: is('approval-responded'), input: json, approval }),
      record({ state: is('output-available'), input: json, output: json }, { preliminary: flag, approval }),
      record({ state: is('output-error'), errorText: text }, { input: json, rawInput: json }),
      record({ state: is('output-denied'), input: json, approval }),
    ),
    record({ toolCallId: word }, { title: text, providerExecuted: flag }),
  )
  .map(([name, state, rest]) => ({ ...name, ...rest, ...state }))
const uiMessage = fc.oneof(
  record({ id: word, role: is('system'), parts: list(textPartUi, 2) }),
  record(
    {
      id: word,
      role: is('user'),
      parts: list(fc.oneof(textPartUi, filePartUi, record({ type: is('data-x'), data: json }))),
    },
    { metadata: json },
  ),
  record(
    {
      id: word,
      role: is('assistant'),
      parts: list(
        fc.oneof(
          is({ type: 'step-start' }),
          textPartUi,
          toolPartUi,
          record(
            { type: is('reasoning'), text },
            {
              providerMetadata: fc.oneof(
                record({ anthropic: record({}, { signature: base64, redactedData: base64 }) }),
                record({ openai: record({ itemId: word, reasoningEncryptedContent: nullable(base64) }) }),
              ),
            },
          ),
          record({ type: is('source-url'), sourceId: word, url: text }, { title: text }),
          filePartUi,
          record({ type: is('data-x'), data: json }, { id: word }),
        ),
        6,
      ),
    },
    { metadata: json },
  ),
)
const dataContent = fc.oneof(
  base64,
  is('https://charts.example/a.png'),
  base64.map((inner) => `data:image/png;base64,${inner}`),
  fc.uint8Array({ maxLength: 6 }),
  fc.uint8Array({ maxLength: 6 }).map((bytes) => bytes.slice().buffer),
)
const fileData = fc.oneof(
  dataContent,
  dataContent.map((inner) => ({ type: 'data', data: inner })),
  is({ type: 'url', url: 'https://charts.example/a.pdf' }),
  is({ type: 'reference', reference: { openai: 'file-1' } }),
)
const providerOptions = { providerOptions: object }
const modelFile = record(
  {
    type: is('file'),
    data: fileData,
    mediaType: fc.constantFrom('image/png', 'audio/wav', 'application/pdf'),
  },
  { filename: text, ...providerOptions },
)
const modelImage = record({ type: is('image'), image: dataContent }, { mediaType: is('image/webp') })
const modelText = record({ type: is('text'), text }, providerOptions)
const toolOutput = fc.oneof(
  record({ type: fc.constantFrom('text', 'error-text'), value: text }),
  record({ type: fc.constantFrom('json', 'error-json'), value: json }),
  record({ type: is('execution-denied') }, { reason: text }),
  record({ type: is('content'), value: list(fc.oneof(modelText, modelFile), 2) }),
)
const toolResult = { type: is('tool-result'), toolCallId: word, toolName: word, output: toolOutput }
const anthropicOptions = record({ anthropic: record({}, { signature: base64, redactedData: base64 }) })
const modelMessage = fc.oneof(
  record({ role: is('system'), content: text }, providerOptions),
  record({ role: is('user'), content: fc.oneof(text, list(fc.oneof(modelText, modelFile, modelImage))) }),
  record({
    role: is('assistant'),
    content: fc.oneof(
      text,
      list(
        fc.oneof(
          modelText,
          modelFile,
          record({ type: is('reasoning'), text }, { providerOptions: anthropicOptions }),
          record(
            { type: is('tool-call'), toolCallId: word, toolName: word, input: json },
            { providerExecuted: flag },
          ),
          record(toolResult),
        ),
      ),
    ),
  }),
  record({
    role: is('tool'),
    content: list(
      fc.oneof(
        record(toolResult, providerOptions),
        record({ type: is('tool-approval-response'), approvalId: word, approved: flag }),
      ),
      3,
    ),
  }),
)
export const aiSdk = fc.oneof(
  list(uiMessage, 4),
  record({ messages: list(uiMessage, 3) }, { id: word, trigger: text }),
  list(modelMessage, 5),
)
