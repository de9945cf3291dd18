import type { ChatConfig } from '@antiphon/core'

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
