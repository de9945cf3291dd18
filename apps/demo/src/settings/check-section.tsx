import type { EndpointConfig } from '@antiphon/core'
import { checkEndpoint, type EndpointCheck } from '@antiphon/core/connection'
import { Button } from '@antiphon/ui'
import { CheckList } from '@antiphon/ui/shell'
import { useEffect, useRef, useState } from 'react'
import { appFetch } from '../endpoint/scripted.js'

export interface CheckSectionProps {
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

interface Run {
  baseUrl: string
  running: boolean
  checks: readonly EndpointCheck[]
}

/** Tries what a chat needs of the endpoint, and says of each that it works or what to change. */
export function CheckSection(props: CheckSectionProps) {
  const { baseUrl, model, problem, endpoint, onFound, onLearned } = props
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

  return (
    <CheckList
      checks={current?.checks}
      running={current?.running}
      disabled={problem !== undefined}
      onRun={() => void start()}
      hint="Reads the list of models and asks three short questions, which cost a few tokens."
      renderAction={({ baseUrl: found }) => found && <Button onClick={() => onFound(found)}>Use it</Button>}
    />
  )
}
