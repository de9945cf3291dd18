import type { ChatOptions } from '@antiphon/core'
import { Chat } from '@antiphon/ui'

const endpoint = { baseUrl: 'http://localhost:11434/v1' }

/** What the app shows. A test passes other options: a transport, or a `fetch`. */
export function SupportChat(options: ChatOptions) {
  return <Chat endpoint={endpoint} model="qwen3" {...options} />
}
