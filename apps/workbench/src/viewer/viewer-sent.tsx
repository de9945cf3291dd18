import { contentToText, type Message } from '@antiphon/core'
import { resolveProvider } from '@antiphon/core/provider'
import { explainRequest, listProfiles } from '@antiphon/providers'
import { useMemo, useState } from 'react'
import { Select, figure } from 'app-parts'
import { englishViewer as said } from '../words/english-viewer.js'

const profiles = Object.fromEntries(listProfiles().map(({ id, name }) => [id, name]))
/** Changes that remove a whole message. */
const leftOut = new Set(['empty_turn', 'orphan_result', 'unknown_role'])
/** Rows that are drawn at once. */
const SHOWN = 300

/** Each message beside its form in a request: sent or left out, with each change and its reason. */
export function ViewerSent({ messages }: { messages: readonly Message[] }) {
  const [profile, setProfile] = useState('generic')
  const { changes, sent } = useMemo(() => {
    const { settings } = resolveProvider({ baseUrl: '', profile: profile || 'generic' })
    return explainRequest(messages, { provider: profile || 'generic', ...settings.messages })
  }, [messages, profile])

  return (
    <div className="flex flex-col gap-3 p-3 sm:p-4">
      <div className="flex flex-wrap items-end gap-3">
        <span className="flex min-w-48 flex-col gap-1">
          <span className="text-data text-text-2">{said.endpoint}</span>
          <Select
            aria-label={said.endpointOf}
            placeholder={said.anyEndpoint}
            options={profiles}
            value={profile}
            onChange={setProfile}
          />
        </span>
        <p role="status" className="pb-2 text-data text-text-2">
          {said.inRequest(sent.length)}
        </p>
      </div>
      <ol className="flex flex-col">
        {messages.slice(0, SHOWN).map((message, i) => {
          const changed = changes[i]!
          const isSent = !changed.some(({ rule }) => leftOut.has(rule))
          return (
            <li
              key={i}
              data-sent={isSent}
              className="grid gap-x-4 gap-y-1 border-t border-line py-2 text-data data-[sent=false]:bg-sunken min-[900px]:grid-cols-2"
            >
              <p className="min-w-0">
                <span className="font-title">
                  {i + 1}. {message.role}
                </span>{' '}
                <span dir="auto" className="break-words text-text-2">
                  {firstLine(message)}
                </span>
              </p>
              <div className="min-w-0 text-text-2">
                <p className={isSent ? '' : 'font-title text-warn'}>
                  {isSent ? said.sent : said.notSent}
                  {changed.length === 0 && said.asItIs}
                </p>
                {changed.map(({ words, where }, at) => (
                  <p key={at} className="break-words">
                    {words}{' '}
                    <code className="font-mono text-text-3">{where.replace(/^messages\[\d+\]\.?/, '')}</code>
                  </p>
                ))}
              </div>
            </li>
          )
        })}
      </ol>
      {messages.length > SHOWN && (
        <p className="text-data text-text-2">{said.andMore(figure(messages.length - SHOWN))}</p>
      )}
    </div>
  )
}

function firstLine(message: Message): string {
  const text = contentToText(message.content).trim().split('\n', 1)[0]!
  const calls =
    message.role === 'assistant' ? (message.tool_calls ?? []).map(({ function: fn }) => fn.name) : []
  const line = [text, calls.length > 0 ? said.calls(calls.join(', ')) : ''].filter(Boolean).join(' · ')
  return line.length > 160 ? `${line.slice(0, 159)}…` : line
}
