import { type AssistantMessage, type Message, type UserMessage } from '@antiphon/core'
import { unknownPart } from '@antiphon/core/message'
import { describeRule, formats, type Loss, type PrintOptions } from '@antiphon/transcripts'

interface Concept {
  name: string
  messages: Message[]
  /** The places that say it. */
  at: string[]
}

const answer = (over: Partial<AssistantMessage>): AssistantMessage => ({
  role: 'assistant',
  content: 'Aye.',
  ...over,
})
const ask: Message = { role: 'user', content: 'Low water?' }
const call = (text = '{"page":3}', extras: object = {}) => ({
  id: 'c1',
  type: 'function' as const,
  function: { name: 'chart', arguments: text },
  ...extras,
})
const withResult = (result: object): Message[] => [
  ask,
  answer({ tool_calls: [call()] }),
  { role: 'tool', tool_call_id: 'c1', content: 'page 3', toolName: 'chart', ...result },
]
const part = (name: string, entry: Exclude<UserMessage['content'], string>[number]): Concept => ({
  name,
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Look:' }, entry] }],
  at: ['messages[0].content'],
})
const field = (name: string, over: Partial<AssistantMessage>, ...at: string[]): Concept => ({
  name,
  messages: [ask, answer(over)],
  at: at.map((path) => `messages[1].${path}`),
})
const png = 'data:image/png;base64,iVBORw0KGgoAAAAN'

const concepts: Concept[] = [
  { name: 'system message', messages: [{ role: 'system', content: 'Be brief.' }, ask], at: ['messages[0]'] },
  {
    name: 'developer message',
    messages: [{ role: 'developer', content: 'In metres.' }, ask],
    at: ['messages[0]'],
  },
  {
    name: 'second system message',
    messages: [{ role: 'system', content: 'a' }, { role: 'system', content: 'b' }, ask],
    at: ['messages[1]'],
  },
  { name: 'late system message', messages: [ask, { role: 'system', content: 'b' }], at: ['messages[1]'] },
  {
    name: 'kind: context, notification',
    messages: [{ role: 'user', content: 'a', kind: 'notification' }],
    at: ['messages[0]'],
  },
  { name: 'text of a user', messages: [ask], at: ['messages[0].content'] },
  part('image, inline', { type: 'image_url', image_url: { url: png } }),
  part('image, by address', { type: 'image_url', image_url: { url: 'https://charts.example/a.png' } }),
  part('detail of an image', { type: 'image_url', image_url: { url: png, detail: 'low' } }),
  part('audio', { type: 'input_audio', input_audio: { data: 'UklGRgAAAABXQVZF', format: 'wav' } }),
  part('file, inline', {
    type: 'file',
    file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0x' },
  }),
  part('file, by id', { type: 'file', file: { file_id: 'file-1' } }),
  part(
    'part of an unknown type',
    unknownPart({ type: 'video_url', video_url: { url: 'https://charts.example/a.mp4' } }),
  ),
  field('text of an answer', {}, 'content'),
  field('refusal', { content: '', refusal: 'No.' }, 'refusal', 'content'),
  field('images of an answer', { images: [{ type: 'image_url', image_url: { url: png } }] }, 'images'),
  field('audio of an answer', { audio: { id: 'a', transcript: 'Aye.' } }, 'audio'),
  field('citations', { annotations: [{ type: 'url_citation' }] }, 'annotations'),
  field('reasoning, text', { reasoning: 'Hm.' }, 'reasoning'),
  field(
    'reasoning, signed',
    { reasoning: 'Hm.', reasoning_details: [{ type: 'reasoning.text', text: 'Hm.', signature: 'c2ln' }] },
    'reasoning_details',
  ),
  field(
    'reasoning, encrypted',
    { reasoning_details: [{ type: 'reasoning.encrypted', data: 'b3BhcXVl' }] },
    'reasoning_details',
  ),
  field(
    'the field reasoning came in',
    { reasoning: 'Hm.', reasoningSource: { field: 'reasoning_content' } },
    'reasoningSource',
  ),
  field(
    'order of reasoning, text and calls',
    {
      content: 'One. Two.',
      tool_calls: [call()],
      segments: [
        { type: 'text', start: 0, end: 5 },
        { type: 'tool_call', index: 0 },
        { type: 'text', start: 5, end: 9 },
      ],
    },
    'segments',
  ),
  field('tool call', { tool_calls: [call()] }, 'tool_calls'),
  field('argument text as written', { tool_calls: [call('{ "page": 3 }')] }, 'tool_calls'),
  field('arguments that are not JSON', { tool_calls: [call('{"pa')] }, 'tool_calls'),
  field(
    'Gemini signature of a call',
    { tool_calls: [call(undefined, { extra_content: { google: { thought_signature: 'c2ln' } } })] },
    'tool_calls',
  ),
  field('other keys of a call', { tool_calls: [call(undefined, { index: 4 })] }, 'tool_calls'),
  { name: 'tool result', messages: withResult({}), at: ['messages[2].content', 'messages[2].tool_call_id'] },
  {
    name: 'tool result with an image',
    messages: withResult({ content: [{ type: 'image_url', image_url: { url: png } }] }),
    at: ['messages[2].content'],
  },
  { name: 'failed tool result', messages: withResult({ isError: true }), at: ['messages[2].isError'] },
  { name: 'tool name on a result', messages: withResult({}), at: ['messages[2].toolName'] },
  {
    name: 'details of a result',
    messages: withResult({ details: { page: 3 } }),
    at: ['messages[2].details'],
  },
  {
    name: 'result without a call',
    messages: [ask, answer({}), { role: 'tool', tool_call_id: 'x', content: 'a', toolName: 'b' }],
    at: ['messages[2].content', 'messages[2].tool_call_id'],
  },
  field('why it ended', { finishReason: 'length' }, 'finishReason'),
  field('cancelled, broken off', { finishReason: 'cancelled' }, 'finishReason'),
  field("the provider's word for it", { finishReason: 'stop', finishReasonRaw: 'eos' }, 'finishReasonRaw'),
  field(
    'failure',
    { content: '', isError: true, error: { kind: 'overloaded', message: 'busy', status: 529 } },
    'error',
  ),
  field(
    'input and output tokens',
    { usage: { inputTokens: 5, outputTokens: 3, totalTokens: 8, origin: 'reported' } },
    'usage',
  ),
  field(
    'cached and reasoning tokens',
    {
      usage: {
        inputTokens: 5,
        outputTokens: 3,
        totalTokens: 8,
        cachedInputTokens: 2,
        reasoningTokens: 1,
        origin: 'reported',
      },
    },
    'usage',
  ),
  field(
    'cost',
    {
      usage: {
        inputTokens: 5,
        outputTokens: 3,
        totalTokens: 8,
        origin: 'reported',
        cost: { amount: 1, currency: 'USD' },
      },
    },
    'usage.cost',
  ),
  field('model', { model: 'harbour-1' }, 'model'),
  field('time', { timestamp: 1760000000000 }, 'timestamp'),
  field('id of a message', { id: 'm1' }, 'id'),
  field('metadata', { metadata: { 'harbour.berth': 4 } }, 'metadata'),
]

const variants: { title: string; name: string; options: PrintOptions }[] = formats.flatMap(({ name }) => {
  const extra: Record<string, [string, PrintOptions][]> = {
    openai: [['openai, `local`', { style: { local: true } }]],
    clawtools: [['clawtools, `pi`', { style: { pi: true } }]],
    'prompt-api': [['prompt-api, `result`', { shape: 'result' }]],
    'ai-sdk': [['ai-sdk, `model`', { shape: 'model' }]],
  }
  return [
    { title: name, name, options: {} },
    ...(extra[name] ?? []).map(([title, options]) => ({ title, name, options })),
  ]
})

/** Returns a table in Markdown: how each format writes each thing that a message can say. */
export function lossTable(): string {
  const rows = concepts.map((concept) => [
    concept.name,
    ...variants.map(({ name, options }) => cell(concept, name, options)),
  ])
  const head = ['', ...variants.map(({ title }) => title)]
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

function cell({ messages, at }: Concept, name: string, options: PrintOptions): string {
  const { losses } = formats.find((format) => format.name === name)!.print(messages, options)
  const found = losses.filter((loss) => at.some((path) => touches(loss, path)))
  if (found.length === 0) return 'kept'
  const isLost = found.every((loss) => loss.after === undefined)
  const words = [...new Set(found.map((loss) => loss.rule))].filter(
    (rule) => rule !== 'content' || found.length === 1,
  )
  return isLost ? '**lost**' : `changed (${words.map((rule) => `\`${rule}\``).join(', ')})`
}

function touches({ where }: Loss, path: string): boolean {
  const inside = (inner: string, outer: string): boolean =>
    inner.startsWith(outer) && /^(?:$|[.[])/.test(inner.slice(outer.length))
  return inside(where, path) || inside(path, where)
}

/** The rules by name, as a list in Markdown. */
export function ruleList(rules: Readonly<Record<string, string>>): string {
  return Object.keys(rules)
    .map((rule) => `- \`${rule}\`: ${describeRule(rule)}`)
    .join('\n')
}
