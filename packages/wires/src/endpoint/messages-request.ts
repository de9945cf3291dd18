import { isObject, refuse, parseBody, sealOf } from '@antiphon/endpoint/wire'
import type { ChatRequest, ToolOffer, WireMessage } from '@antiphon/endpoint'

type Block = Record<string, unknown>

const FIELDS = new Set(
  (
    'model messages max_tokens system stream tools tool_choice temperature top_p top_k stop_sequences thinking output_config ' +
    'metadata container mcp_servers service_tier cache_control context_management'
  ).split(' '),
)

/** Reads a request of Anthropic's Messages API, and refuses what the service refuses, in its words. */
export function readMessagesRequest(text: string, unknownFields: 'refuse' | 'ignore'): ChatRequest {
  const body = parseBody(text)
  if (typeof body['model'] !== 'string' || !body['model']) refuse('model: Field required', null)
  const { max_tokens: limit, messages, system, thinking } = body
  if (!Number.isInteger(limit)) refuse('max_tokens: Field required', null)
  if (!Array.isArray(messages) || messages.length === 0)
    refuse('messages: at least one message is required', null)
  const unknown = Object.keys(body).find((key) => !FIELDS.has(key))
  if (unknown !== undefined && unknownFields === 'refuse')
    refuse(`${unknown}: Extra inputs are not permitted`, null)
  checkThinking(body)
  const turns = messages.map((message, i) => readTurn(message, i))
  checkTurns(turns, isObject(thinking) && thinking['type'] === 'enabled')
  const prompt: WireMessage[] =
    system === undefined ? [] : [{ role: 'system', content: textOfPrompt(system) }]
  return {
    model: body['model'],
    messages: [...prompt, ...turns.flatMap(writeTurn)],
    tools:
      isObject(body['tool_choice']) && body['tool_choice']['type'] === 'none' ? [] : readTools(body['tools']),
    stream: body['stream'] === true,
    includeUsage: true,
    maxTokens: limit as number,
  }
}

function checkThinking({ thinking, max_tokens: limit, temperature, tool_choice: choice }: Block): void {
  if (!isObject(thinking) || thinking['type'] === 'disabled') return
  const budget = thinking['budget_tokens']
  if (thinking['type'] === 'enabled') {
    if (typeof budget !== 'number' || budget < 1024)
      refuse('thinking.enabled.budget_tokens: Input should be greater than or equal to 1024', null)
    if (budget >= (limit as number))
      refuse('`max_tokens` must be greater than `thinking.budget_tokens`.', null)
  }
  if (temperature !== undefined && temperature !== 1)
    refuse('`temperature` may only be set to 1 when thinking is enabled.', null)
  if (isObject(choice) && /^(?:any|tool)$/.test(String(choice['type'])))
    refuse('Thinking may not be enabled when tool_choice forces tool use.', null)
}

interface Turn {
  role: 'user' | 'assistant'
  blocks: Block[]
}

function readTurn(message: unknown, i: number): Turn {
  if (!isObject(message)) refuse(`messages.${i}: Input should be a valid dictionary`, null)
  const { role, content } = message
  if (role !== 'user' && role !== 'assistant')
    refuse(`messages.${i}.role: Input should be 'user' or 'assistant'`, null)
  if (i === 0 && role !== 'user') refuse('messages: first message must use the "user" role', null)
  const extra = Object.keys(message).find((key) => key !== 'role' && key !== 'content')
  if (extra) refuse(`messages.${i}.${extra}: Extra inputs are not permitted`, null)
  if (typeof content === 'string') {
    if (!content.trim()) refuse('messages: text content blocks must be non-empty', null)
    return { role, blocks: [{ type: 'text', text: content }] }
  }
  if (!Array.isArray(content) || content.length === 0)
    refuse(`messages.${i}: all messages must have non-empty content`, null)
  const blocks = content.map((block: unknown, at): Block => {
    if (!isObject(block)) refuse(`messages.${i}.content.${at}: Input should be a valid dictionary`, null)
    checkBlock(block, `messages.${i}.content.${at}`)
    return block
  })
  return { role, blocks }
}

function checkBlock(block: Block, at: string): void {
  switch (block['type']) {
    case 'text':
      if (typeof block['text'] !== 'string' || !block['text'].trim())
        refuse('messages: text content blocks must be non-empty', null)
      return
    case 'thinking':
      if (block['signature'] !== sealOf(String(block['thinking'])))
        refuse(`${at}: Invalid \`signature\` in \`thinking\` block`, null)
      return
    case 'tool_use':
      if (!isObject(block['input'])) refuse(`${at}.tool_use.input: Input should be a valid dictionary`, null)
      if (!/^[A-Za-z0-9_-]+$/.test(String(block['id'])))
        refuse(`${at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`, null)
      return
    case 'image':
    case 'document':
      if (!isObject(block['source'])) refuse(`${at}.${block['type']}.source: Field required`, null)
      return
    case 'tool_result':
    case 'redacted_thinking':
      return
  }
  refuse(
    `${at}: Input tag '${String(block['type'])}' found using 'type' does not match any of the expected tags`,
    null,
  )
}

/** Checks that the next message has the result of each call, and that thoughts come before the calls that they led to. */
function checkTurns(turns: readonly Turn[], thinks: boolean): void {
  turns.forEach(({ role, blocks }, i) => {
    const results = blocks.filter(({ type }) => type === 'tool_result')
    const before = turns[i - 1]?.blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id) ?? []
    if (role === 'user') {
      const stray = results.find(({ tool_use_id: id }) => !before.includes(id))
      if (stray)
        refuse(
          `messages.${i}.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${String(stray['tool_use_id'])}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
          null,
        )
      const isLate = blocks.slice(0, results.length).some(({ type }) => type !== 'tool_result')
      if (isLate) refuse(`messages.${i}: \`tool_result\` blocks must come before other content`, null)
    }
    const calls = blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id)
    const next = turns[i + 1]?.blocks.map(({ tool_use_id: id }) => id) ?? []
    const open = calls.filter((id) => !next.includes(id))
    if (open.length > 0)
      refuse(
        `messages.${i}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
        null,
      )
    if (role === 'assistant' && String(blocks.at(-1)?.['type']).endsWith('thinking'))
      refuse(`messages.${i}: The final block in an assistant message cannot be \`thinking\`.`, null)
    const first = String(blocks[0]?.['type'])
    if (thinks && calls.length > 0 && i === turns.length - 2 && !first.endsWith('thinking'))
      refuse(
        `messages.${i}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block.`,
        null,
      )
  })
  if (turns.at(-1)?.role === 'assistant')
    refuse(
      'This model does not support assistant message prefill. The conversation must end with a user message.',
      null,
    )
}

function textOfPrompt(system: unknown): string {
  if (typeof system === 'string') return system
  if (!Array.isArray(system)) refuse('system: Input should be a valid list', null)
  return system.map((block: unknown) => (isObject(block) ? String(block['text']) : '')).join('\n\n')
}

function readTools(tools: unknown): ToolOffer[] {
  if (!Array.isArray(tools)) return []
  return tools.flatMap((tool: unknown, i) => {
    if (!isObject(tool)) refuse(`tools.${i}: Input should be a valid dictionary`, null)
    const { type, name, description, input_schema: parameters } = tool
    if (type !== undefined && type !== 'custom') return []
    if (typeof name !== 'string') refuse(`tools.${i}.custom.name: Field required`, null)
    if (!isObject(parameters)) refuse(`tools.${i}.custom.input_schema: Field required`, null)
    return [{ name, ...(typeof description === 'string' ? { description } : {}), parameters }]
  })
}

/** A turn in the shape of chat completions, which is what scripts read. */
function writeTurn({ role, blocks }: Turn): WireMessage[] {
  const textOf = (content: unknown): string =>
    typeof content === 'string'
      ? content
      : Array.isArray(content)
        ? content
            .map((part: unknown) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : ''))
            .join('')
        : ''
  if (role === 'assistant') {
    const calls = blocks
      .filter(({ type }) => type === 'tool_use')
      .map(({ id, name, input }) => ({
        id: String(id),
        type: 'function',
        function: { name: String(name), arguments: JSON.stringify(input) },
      }))
    const content = textOf(blocks.filter(({ type }) => type === 'text'))
    return [{ role, content: content || null, ...(calls.length > 0 ? { tool_calls: calls } : {}) }]
  }
  const results = blocks
    .filter(({ type }) => type === 'tool_result')
    .map(({ tool_use_id: id, content }) => ({
      role: 'tool',
      tool_call_id: String(id),
      content: textOf(content),
    }))
  const rest = blocks.filter(({ type }) => type !== 'tool_result')
  return rest.length > 0 ? [...results, { role, content: rest.map(writePart) }] : results
}

function writePart(block: Block): Record<string, unknown> {
  if (block['type'] === 'text') return { type: 'text', text: block['text'] }
  const source = block['source'] as Block
  const url =
    source['type'] === 'url'
      ? source['url']
      : `data:${String(source['media_type'])};base64,${String(source['data'])}`
  return block['type'] === 'image'
    ? { type: 'image_url', image_url: { url } }
    : { type: 'file', file: { filename: block['title'] ?? 'document', file_data: url } }
}
