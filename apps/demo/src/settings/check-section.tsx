import type { EndpointConfig } from '@antiphon/core'
import { checkEndpoint, type CheckName, type EndpointCheck } from '@antiphon/core/connection'
import { Button, ErrorCard, Icon } from '@antiphon/ui'
import { useEffect, useRef, useState } from 'react'
import { appFetch } from '../endpoint/scripted.js'

export interface CheckSectionProps {
  id: string
  /** The address in the form; results hold for the one they were made with. */
  baseUrl: string
  /** Empty: the first of the list. */
  model: string
  /** Why there is nothing to check yet. */
  problem: string | undefined
  endpoint: () => EndpointConfig
  /** Called with the address at which the API was found, when it is another one. */
  onFound: (baseUrl: string) => void
  /** Called when something was learned from the server. */
  onLearned: () => void
}

const names: Record<CheckName, string> = {
  models: 'List of models',
  cors: 'Pages may send a key',
  stream: 'Streams',
  usage: 'Token counts',
  reasoning: 'Thoughts',
  stop: 'Stop',
  tools: 'Tools',
}

interface Run {
  baseUrl: string
  running: boolean
  checks: readonly EndpointCheck[]
}

/** Tries what a chat needs of the endpoint, and says of each that it works or what to change. */
export function CheckSection(props: CheckSectionProps) {
  const { id, baseUrl, model, problem, endpoint, onFound, onLearned } = props
  const [run, setRun] = useState<Run>()
  const current = run?.baseUrl === baseUrl ? run : undefined
  const stop = useRef(new AbortController())
  useEffect(() => () => stop.current.abort(), [])

  const start = async (): Promise<void> => {
    if (problem || current?.running) return
    stop.current.abort()
    const { signal } = (stop.current = new AbortController())
    const show = (part: Partial<Run>): void =>
      setRun((last) => ({ baseUrl, running: true, checks: [], ...last, ...part }))
    setRun({ baseUrl, running: true, checks: [] })
    const seen: EndpointCheck[] = []
    await checkEndpoint(endpoint(), {
      model,
      signal,
      fetch: appFetch,
      pageOrigin: location.origin,
      onCheck: (check) => {
        seen.push(check)
        if (!signal.aborted) show({ checks: [...seen] })
      },
    })
    if (signal.aborted) return
    show({ running: false })
    onLearned()
  }

  const counts = summary(current?.checks ?? [])
  return (
    <section aria-labelledby={`${id}-title`} className="flex flex-col gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={`${id}-title`} className="flex-1 text-row font-title">
          Check
        </h3>
        <output className="text-data text-text-2">
          {current?.running ? 'Asking the endpoint…' : counts}
        </output>
        <Button aria-disabled={problem || current?.running ? true : undefined} onClick={() => void start()}>
          Run all
        </Button>
      </div>
      {!current && (
        <p className="text-data text-text-2">
          Reads the list of models and asks three short questions, which cost a few tokens.
        </p>
      )}
      {current && (
        <ul aria-label="What was found" className="m-0 flex list-none flex-col gap-1.5 p-0">
          {current.checks.map((check) => (
            <CheckLine key={check.name} check={check} onFound={onFound} />
          ))}
        </ul>
      )}
    </section>
  )
}

const marks = {
  pass: { icon: 'done', word: 'passed', colour: 'text-success' },
  note: { icon: 'alert', word: 'to know', colour: 'text-warn' },
  fail: { icon: 'error', word: 'failed', colour: 'text-danger' },
  skipped: { icon: 'cancelled', word: 'not looked at', colour: 'text-text-3' },
} as const

function CheckLine({ check, onFound }: { check: EndpointCheck; onFound: (baseUrl: string) => void }) {
  const { icon, word, colour } = marks[check.state]
  const { error, baseUrl } = check
  return (
    <li className="flex gap-2 text-row" data-check={check.name} data-state={check.state}>
      <Icon name={icon} className={`mt-0.5 flex-none ${colour}`} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <span className="font-title">{names[check.name]}</span>
        <span className="sr-only"> {word}: </span>{' '}
        <span className="text-text-2">{error ? '' : check.seen}</span>
        {error && <ErrorCard error={error} alert={false} />}
        {check.fix && (
          <p className="text-data text-text">
            {check.state === 'fail' && <b className="font-title">To do: </b>}
            {check.fix}
          </p>
        )}
      </div>
      {baseUrl && (
        <Button className="flex-none self-start" onClick={() => onFound(baseUrl)}>
          Use it
        </Button>
      )}
    </li>
  )
}

function summary(checks: readonly EndpointCheck[]): string {
  const count = (state: EndpointCheck['state']): number =>
    checks.filter((check) => check.state === state).length
  const parts = [
    [count('pass'), 'passed'],
    [count('note'), 'to know'],
    [count('fail'), 'failed'],
  ] as const
  return parts.flatMap(([number, word]) => (number > 0 ? [`${number} ${word}`] : [])).join(', ')
}
