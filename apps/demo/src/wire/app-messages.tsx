import { useMemo } from 'react'
import { type ChatController } from '@antiphon/core'
import { readCallKey } from '@antiphon/core/binding'
import { type AppMessage, useAppMessages } from '../mcp/app-traffic.js'
import { words } from '../words/words.js'

/** Characters of one message that are shown. */
const MAX_SHOWN = 2_000

/** Shows the messages between this page and the apps of MCP servers in this conversation. Renders nothing without apps. */
export function AppMessages({ chat }: { chat: ChatController }) {
  const all = useAppMessages()
  const here = useMemo(() => all.filter(({ callKey }) => isOf(chat, callKey)), [all, chat])
  if (here.length === 0) return null
  return (
    <details className="flex-none border-t border-line bg-bg text-data">
      <summary className="cursor-pointer px-3 py-2 text-row pointer-coarse:min-h-11">
        {words.mcp.appMessages(here.length)}
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keys */}
      <ol tabIndex={0} className="m-0 max-h-60 list-none overflow-auto px-3 pt-0 pb-2 font-mono">
        {here.map((message) => (
          <li key={message.number} className="border-t border-line py-1 wrap-anywhere">
            <b className="font-title">
              {message.from === 'app' ? words.mcp.fromApp : words.mcp.fromHost} · {message.toolName}
            </b>{' '}
            {textOf(message)}
          </li>
        ))}
      </ol>
    </details>
  )
}

function isOf({ store }: ChatController, callKey: string): boolean {
  return store.getMessage(readCallKey(callKey)?.messageId ?? '') !== undefined
}

function textOf({ message }: AppMessage): string {
  const { jsonrpc: _, ...rest } = message
  const text = JSON.stringify(rest)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
