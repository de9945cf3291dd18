import { toChatErrorData, type ChatErrorData, type EndpointConfig } from '@antiphon/core'
import { findBaseUrl, resolveBaseUrl } from '@antiphon/core/provider'
import { findLocalEndpoints, type LocalEndpoint, checkEndpoint, type EndpointCheck } from '@antiphon/devtools'
import { Button, ErrorCard } from '@antiphon/ui'
import { CheckList } from '@antiphon/ui/shell'
import { useState, useEffect, useRef } from 'react'
import { appFetch } from './endpoints.js'

export interface LocalServersProps {
  onChoose: (baseUrl: string) => void
}

/** Looks, when asked, who answers at the usual ports of this machine. */
export function LocalServers({ onChoose }: LocalServersProps) {
  const [found, setFound] = useState<readonly LocalEndpoint[] | 'looking'>()
  const look = async (): Promise<void> => {
    setFound('looking')
    setFound(await findLocalEndpoints({ pageOrigin: location.origin }))
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button onClick={() => void look()}>Look for local servers</Button>
        <output className="text-row text-text-2">
          {found === 'looking' && 'Looking…'}
          {Array.isArray(found) && found.length === 0 && 'No local server found.'}
        </output>
      </div>
      {Array.isArray(found) && found.length > 0 && (
        <ul aria-label="Servers on this machine" className="m-0 flex list-none flex-col gap-1.5 p-0 text-row">
          {(found as readonly LocalEndpoint[]).map((one) => (
            <li key={one.baseUrl} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 flex-1">
                {one.name} <code className="text-data text-text-2">{new URL(one.baseUrl).host}</code>
                <span className="block text-data text-text-2">
                  {one.models ? `${one.models.length} models` : one.fix}
                </span>
              </span>
              <Button aria-label={`Use ${one.name}`} onClick={() => onChoose(one.baseUrl)}>
                Use it
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

export interface ConnectionTestProps {
  /** The address in the form; a result holds for the one it was made with. */
  baseUrl: string
  /** Why there is nothing to test yet. */
  problem: string | undefined
  endpoint: () => EndpointConfig
  /** The model in the form. Empty: the first of the list. */
  model: string
  /** Called with an endpoint that has answered and the ids of its models, so that the list can be shown. */
  onTested: (endpoint: EndpointConfig, ids: readonly string[]) => void
  /** Called with the address at which the API was found, when it is another one. */
  onFound: (baseUrl: string) => void
}

type Result =
  | { state: 'running'; baseUrl: string }
  | { state: 'reached'; baseUrl: string; ids: readonly string[]; found?: string; unknown?: string }
  | { state: 'failed'; baseUrl: string; error: ChatErrorData }

/** Asks the endpoint for its models and says what came back. */
export function ConnectionTest(props: ConnectionTestProps) {
  const { baseUrl, model, problem, endpoint, onTested, onFound } = props
  const [result, setResult] = useState<Result>()
  const current = result?.baseUrl === baseUrl ? result : undefined

  const test = async (): Promise<void> => {
    if (problem) return
    setResult({ state: 'running', baseUrl })
    const config = endpoint()
    const outcome = await askForModels(config)
    if (outcome.state === 'failed' || outcome.found) return setResult({ baseUrl, ...outcome })
    const isUnknown = model !== '' && !outcome.ids.includes(model)
    setResult({ baseUrl, ...outcome, ...(isUnknown && { unknown: model }) })
    onTested(config, outcome.ids)
  }

  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button aria-disabled={problem ? true : undefined} onClick={() => void test()}>
          Load models
        </Button>
        <output className="text-row text-text-2">
          {current?.state === 'running' && 'Asking for its models…'}
          {current?.state === 'reached' && <Reached count={current.ids.length} found={current.found} />}
        </output>
        {current?.state === 'reached' && current.found && (
          <Button onClick={() => onFound(current.found!)}>Use it</Button>
        )}
      </div>
      {current?.state === 'reached' && current.unknown !== undefined && (
        <p role="status" className="text-row text-text-2">
          This server has no model named {current.unknown}. The first of its list is used until you choose
          one.
        </p>
      )}
      {current?.state === 'failed' && <ErrorCard error={current.error} />}
    </div>
  )
}

function Reached({ count, found }: { count: number; found?: string }) {
  const models = count === 1 ? '1 model.' : `${count} models.`
  return (
    <span className="text-success">{found ? `Found at ${found}, ${models}` : `Reachable. ${models}`}</span>
  )
}

async function askForModels(
  config: EndpointConfig,
): Promise<
  { state: 'reached'; ids: readonly string[]; found?: string } | { state: 'failed'; error: ChatErrorData }
> {
  try {
    const { baseUrl, models } = await findBaseUrl(config, { fetch: appFetch })
    const moved = baseUrl !== resolveBaseUrl(config.baseUrl)
    return { state: 'reached', ids: models.map(({ id }) => id), ...(moved && { found: baseUrl }) }
  } catch (error) {
    return { state: 'failed', error: toChatErrorData(error) }
  }
}

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
      hint="Lists the models and asks three short questions. Costs a few tokens."
      renderAction={({ baseUrl: found }) => found && <Button onClick={() => onFound(found)}>Use it</Button>}
    />
  )
}
