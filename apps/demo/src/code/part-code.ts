import type { AssistantMessage, ChatConfig, Message, ToolMessage } from '@antiphon/core'
import { words } from '../words/words.js'

/** A part of a turn, and the messages that it is made of. */
export interface CodePart {
  name: string
  messages: readonly Message[]
}

/**
 * The parts of a turn, first the whole turn. A part is the array cut down to the fields that it shows: thoughts, a text, one call
 * with its result, an ending. So its code draws the same part again.
 */
export function partsOf(turn: readonly Message[]): CodePart[] {
  const said = words.code.parts
  const whole = { name: turn[0]?.role === 'user' ? said.question : said.answer, messages: turn }
  const results = turn.filter((message): message is ToolMessage => message.role === 'tool')
  const parts = turn.flatMap((message): CodePart[] => {
    if (message.role !== 'assistant') return []
    const { reasoning, content, tool_calls = [] } = message
    return [
      ...(reasoning ? [partOf(said.thoughts, { reasoning })] : []),
      ...(content ? [partOf(said.text, { content })] : []),
      ...tool_calls.map((call) => ({
        name: call.function.name,
        messages: [
          ...partOf('', { tool_calls: [call], finishReason: 'tool_calls' }).messages,
          ...results.filter(({ tool_call_id }) => tool_call_id === call.id),
        ],
      })),
      ...endingOf(message),
    ]
  })
  return parts.length > 1 ? [whole, ...parts] : [whole]
}

const partOf = (name: string, fields: Partial<AssistantMessage>): CodePart => ({
  name,
  messages: [{ role: 'assistant', content: '', finishReason: 'stop', ...fields }],
})

/** An error or an ending that has a badge. */
function endingOf({ isError, error, finishReason, finishReasonRaw }: AssistantMessage): CodePart[] {
  const isNamed = finishReason && finishReason !== 'stop' && finishReason !== 'tool_calls'
  if (!isError && !isNamed) return []
  const fields = { isError, error, finishReason, finishReasonRaw }
  return [partOf(words.code.parts.ending, JSON.parse(JSON.stringify(fields)) as Partial<AssistantMessage>)]
}

/** A file that draws these messages with the kit. */
export function codeOf(messages: readonly Message[]): string {
  const array = messages.map((message) => ({ ...message, id: undefined }))
  return `import { Transcript } from '@antiphon/ui'
import '@antiphon/ui/styles.css'

export default function Part() {
  return (
    <Transcript
      messages={${literal(array).replaceAll('\n', '\n      ')}}
    />
  )
}
`
}

export interface ChatCode {
  baseUrl: string
  model: string
}

/** The file of a whole chat, as the README has it. */
export const chatCode = ({ baseUrl, model }: ChatCode): string => `import { Chat } from '@antiphon/ui'
import '@antiphon/ui/styles.css'

export default function App() {
  return <Chat endpoint=${JSON.stringify(baseUrl)} model=${JSON.stringify(model)} />
}
`

/** The file of the chat on screen: its settings as they are now, and its tools by name. */
export function screenCode(config: ChatConfig): string {
  const { endpoint, model, parameters = {}, tools = [] } = config
  const set = JSON.parse(JSON.stringify(parameters)) as object
  const props = [
    `endpoint=${JSON.stringify(endpoint?.baseUrl ?? '')}`,
    ...(model ? [`model=${JSON.stringify(model)}`] : []),
    ...(Object.keys(set).length > 0 ? [`parameters={${literal(set).replaceAll('\n', '\n      ')}}`] : []),
    ...(tools.length > 0 ? ['tools={tools}'] : []),
  ]
  const names = tools.map(({ name }) => name)
  return `import { Chat } from '@antiphon/ui'
import '@antiphon/ui/styles.css'
${names.length > 0 ? `import { tools } from './tools'\n// ${names.join('\n// ')}\n` : ''}
export default function App() {
  return (
    <Chat
      ${props.join('\n      ')}
    />
  )
}
`
}

/** A chat with a tool that asks before it acts, as in the last step of the tour. */
export const chatWithToolCode = `import { defineTool } from '@antiphon/core'
import { Chat } from '@antiphon/ui'
import '@antiphon/ui/styles.css'
import * as z from 'zod'

const rollBack = defineTool({
  name: 'rollback_deploy',
  description: 'Rolls a service back to an earlier deploy.',
  parameters: z.object({ service: z.string(), to: z.string() }),
  approval: 'always',
  execute: async ({ service, to }) => {
    const response = await fetch(\`/services/\${service}/deploys/\${to}\`, { method: 'POST' })
    return response.text()
  },
})

export default function App() {
  return <Chat endpoint="http://localhost:11434/v1" model="qwen3" tools={[rollBack]} />
}
`

/** JSON as one writes it in code: names without quotes. A text never holds a line break of its own here. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([a-z_]\w*)":/gim, '$1$2:')
