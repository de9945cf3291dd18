'use client'

import { useEntryWords } from '@antiphon/ui/parts'
import { prettyJson, clip } from '@antiphon/ui/functions'
import { RevealedText, useWords } from '@antiphon/ui'
import { englishApps } from './english.js'
import type { AppTraffic } from './app-bridge.js'

/** Characters of one message that are shown; a host that needs all of it has `onMessage`. */
const MAX_SHOWN = 2_000

/** The messages between an app and the page, the latest last. */
export function TrafficList({
  traffic,
  messages,
  label,
}: {
  traffic: readonly AppTraffic[]
  messages: number
  label: string
}) {
  const words = useEntryWords('apps', englishApps)
  const { formats } = useWords()
  return (
    <div
      role="group"
      aria-label={label}
      tabIndex={0}
      className="ap:max-h-80 ap:overflow-auto ap:text-data"
      data-slot="raw"
    >
      {messages > traffic.length && <p>{words.latest(formats.number(traffic.length))}</p>}
      <ol role="list">
        {traffic.map(({ from, message }, index) => (
          // Only the end grows.
          <li key={messages - traffic.length + index} className="ap:wrap-anywhere">
            <b>{from === 'app' ? words.fromApp : words.fromHost}</b>{' '}
            <RevealedText text={clip(prettyJson(withoutVersion(message)), MAX_SHOWN)} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function withoutVersion(message: AppTraffic['message']): object {
  const { jsonrpc: _, ...rest } = message
  return rest
}
