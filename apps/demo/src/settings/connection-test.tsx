import { type ChatErrorData, type EndpointConfig } from '@antiphon/core'
import { toChatErrorData } from '@antiphon/core/errors'
import { resolveBaseUrl } from '@antiphon/core/request'
import { checkEndpoint, findBaseUrl, type EndpointCheck } from '@antiphon/providers'
import { Button } from '@antiphon/ui'
import { CheckList } from '@antiphon/shell'
import { useState, useEffect, useRef } from 'react'
import { appFetch, causeOfSilence } from './endpoints.js'
import type { Said } from './use-connection.js'
import { words } from '../words/words.js'

export interface ConnectionTestProps {
  /** The address in the form; a result holds for the one it was made with. */
  baseUrl: string
  /** Why there is nothing to test yet. */
  problem: string | undefined
  /** Changes whenever the tested values have changed and are complete, and so starts a new test. */
  version: string
  endpoint: () => EndpointConfig
  /** The model in the form. Empty: the first of the list. */
  model: string
  /** Called with what came back; `unknown` is the model that was in the form and is not in the list. */
  onTested: (endpoint: EndpointConfig, said: Said, unknown?: string) => void
  /** Called with the address at which the API was found, when it is another one. */
  onFound: (baseUrl: string) => void
}

type Result = { baseUrl: string; unknown?: string } & ({ state: 'running' } | Outcome)

/** Requests the models of the endpoint when the address, key or headers change. The step of the wrong setting shows a failure. */
export function ConnectionTest(props: ConnectionTestProps) {
  const { baseUrl, model, problem, version, endpoint, onTested, onFound } = props
  const [result, setResult] = useState<Result>()
  const current = result?.baseUrl === baseUrl ? result : undefined

  useEffect(() => {
    if (problem) return
    let isOld = false
    setResult({ state: 'running', baseUrl })
    const config = endpoint()
    void askForModels(config).then((outcome) => {
      if (isOld) return
      setResult({ baseUrl, ...outcome })
      if (outcome.state !== 'reached') return onTested(config, { isListed: false, ...outcome.failure })
      // Another address is for the person to take.
      if (outcome.found) return
      const isUnknown = model !== '' && !outcome.ids.includes(model)
      setResult({ baseUrl, ...outcome, ...(isUnknown && { unknown: model }) })
      onTested(config, { isListed: true }, isUnknown ? model : undefined)
    })
    return () => {
      isOld = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies -- the version says when
  }, [version])

  return (
    <div className="flex flex-col gap-2 empty:hidden">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <output className="text-row text-text-2">
          {current?.state === 'running' && words.settings.asking}
          {current?.state === 'unlisted' && !current.failure && words.settings.noList}
          {current?.state === 'reached' && (
            <span className="text-success">{reachedWords(current.ids.length, current.found)}</span>
          )}
        </output>
        {current?.state === 'reached' && current.found && (
          <Button onClick={() => onFound(current.found!)}>{words.settings.useIt}</Button>
        )}
      </div>
      {current?.state === 'reached' && current.unknown !== undefined && model === '' && (
        <p role="status" className="text-row text-text-2">
          {words.settings.unknownModel(current.unknown)}
        </p>
      )}
    </div>
  )
}

function reachedWords(count: number, found: string | undefined): string {
  const models = words.settings.modelCount(count)
  return found ? words.settings.foundAt(found, models) : words.settings.reached(models)
}

type Outcome =
  | { state: 'reached'; ids: readonly string[]; found?: string }
  | { state: 'unlisted'; failure?: { error: ChatErrorData } }

async function askForModels(config: EndpointConfig): Promise<Outcome> {
  try {
    const { baseUrl, models } = await findBaseUrl(config, { fetch: appFetch })
    const moved = baseUrl !== resolveBaseUrl(config.baseUrl)
    return { state: 'reached', ids: models.map(({ id }) => id), ...(moved && { found: baseUrl }) }
  } catch (thrown) {
    const error = toChatErrorData(thrown)
    // Some servers answer and have no list.
    if (error.kind === 'not_found' && error.status === 404) return { state: 'unlisted' }
    if (error.kind !== 'network_or_cors') return { state: 'unlisted', failure: { error } }
    return {
      state: 'unlisted',
      failure: { error: { ...error, cause: await causeOfSilence(config.baseUrl) } },
    }
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
  /** Called when a model has answered, or with the reason why it did not. */
  onAnswered: (endpoint: EndpointConfig, error: ChatErrorData | undefined) => void
  /** Called when something was learned from the server. */
  onLearned: () => void
  /** Where it changes and is not empty, the check runs by itself. */
  auto: string
}

/** Between the last letter of a model and the check of it, ms. */
const TYPED_MS = 1_000

interface Run {
  baseUrl: string
  running: boolean
  checks: readonly EndpointCheck[]
}

/** Tries what a chat needs of the endpoint, and says of each that it works or what to change. */
export function CheckSection(props: CheckSectionProps) {
  const { baseUrl, model, problem, endpoint, onFound, onAnswered, onLearned, auto } = props
  const [run, setRun] = useState<Run>()
  const current = run?.baseUrl === baseUrl ? run : undefined
  const stop = useRef(new AbortController())
  useEffect(() => () => stop.current.abort(), [])

  const start = async (): Promise<void> => {
    if (problem) return
    stop.current.abort()
    const { signal } = (stop.current = new AbortController())
    const show = (part: Partial<Run>): void =>
      setRun((last) => ({ baseUrl, running: true, checks: [], ...last, ...part }))
    setRun({ baseUrl, running: true, checks: [] })
    const seen: EndpointCheck[] = []
    const config = endpoint()
    await checkEndpoint(config, {
      model,
      signal,
      fetch: appFetch,
      pageOrigin: location.origin,
      onCheck: (check) => {
        seen.push(check)
        if (signal.aborted) return
        show({ checks: [...seen] })
        if (check.name === 'stream' && check.state !== 'skipped') onAnswered(config, check.error)
      },
    })
    if (signal.aborted) return
    show({ running: false })
    onLearned()
  }

  useEffect(() => {
    if (auto === '') return
    const timer = setTimeout(() => void start(), TYPED_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies -- only what was chosen begins it
  }, [auto])

  return (
    <CheckList
      checks={current?.checks}
      running={current?.running}
      disabled={problem !== undefined}
      onRun={() => void start()}
      hint={words.settings.checkHint}
      renderAction={({ baseUrl: found }) =>
        found && <Button onClick={() => onFound(found)}>{words.settings.useIt}</Button>
      }
    />
  )
}
