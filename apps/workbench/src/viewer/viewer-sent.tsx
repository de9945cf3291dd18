import { contentToText, type Message } from '@antiphon/core'
import { resolveProvider } from '@antiphon/core/provider'
import { explainRequest, listProfiles, planCompaction, type CompactionReason } from '@antiphon/providers'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { inputClass, Select, figure } from 'app-parts'
import { englishViewer as said } from '../words/english-viewer.js'

const profiles = Object.fromEntries(listProfiles().map(({ id, name }) => [id, name]))
const reasons: Record<CompactionReason, string> = said.reasons
/** Changes that remove a whole message. */
const leftOut = new Set(['empty_turn', 'orphan_result', 'unknown_role'])
/** Rows that are drawn at once. */
const SHOWN = 300

/** Each message beside its form in a request: trimmed or sent, with each change and its reason. */
export function ViewerSent({ messages }: { messages: readonly Message[] }) {
  const [profile, setProfile] = useState('generic')
  const [budget, setBudget] = useState('')
  const limit = useDeferredValue(/^[1-9]\d*$/.test(budget) ? Number(budget) : Infinity)
  const id = useId()
  const plan = useMemo(() => planCompaction(messages, { budget: limit }), [messages, limit])
  const { changes, sent } = useMemo(() => {
    const { settings } = resolveProvider({ baseUrl: '', profile: profile || 'generic' })
    return explainRequest(plan.kept, { provider: profile || 'generic', ...settings.messages })
  }, [plan, profile])
  const places = useMemo(() => new Map(plan.kept.map((message, i) => [message, i])), [plan])

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
        <span className="flex w-44 flex-col gap-1">
          <label htmlFor={`${id}-budget`} className="text-data text-text-2">
            {said.budget}
          </label>
          <input
            id={`${id}-budget`}
            inputMode="numeric"
            placeholder={said.all}
            value={budget}
            className={inputClass}
            onChange={({ target }) => setBudget(target.value)}
          />
        </span>
        <p role="status" className="pb-2 text-data text-text-2">
          {said.plan(figure(plan.keptTokens), figure(plan.tokens), sent.length)}
          {!plan.fits && said.tooMuch}
        </p>
      </div>
      <ol className="flex flex-col">
        {messages.slice(0, SHOWN).map((message, i) => {
          const mark = plan.marks[i]!
          const place = places.get(message)
          const changed = place === undefined ? [] : changes[place]!
          return (
            <li
              key={i}
              data-kept={mark.kept}
              className="grid gap-x-4 gap-y-1 border-t border-line py-2 text-data data-[kept=false]:bg-sunken min-[900px]:grid-cols-2"
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
                <p className={mark.kept ? '' : 'font-title text-warn'}>
                  {changed.some(({ rule }) => leftOut.has(rule)) ? said.notSent : reasons[mark.reason]}
                  {changed.length === 0 && mark.kept && said.asItIs}
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
