import { toChatErrorData, type ChatErrorData, type EndpointConfig } from '@antiphon/core'
import { findBaseUrl, resolveBaseUrl } from '@antiphon/core/connection'
import { Button, ErrorCard } from '@antiphon/ui'
import { useState } from 'react'
import { appFetch } from '../endpoint/scripted.js'

export interface ConnectionTestProps {
  /** The address in the form; a result holds for the one it was made with. */
  baseUrl: string
  /** Why there is nothing to test yet. */
  problem: string | undefined
  endpoint: () => EndpointConfig
  /** Called with an endpoint that has answered, so that its list of models can be shown. */
  onTested: (endpoint: EndpointConfig) => void
  /** Called with the address at which the API was found, when it is another one. */
  onFound: (baseUrl: string) => void
}

type Result =
  | { state: 'running'; baseUrl: string }
  | { state: 'reached'; baseUrl: string; count: number; found?: string }
  | { state: 'failed'; baseUrl: string; error: ChatErrorData }

/** Asks the endpoint for its models and says what came back. */
export function ConnectionTest({ baseUrl, problem, endpoint, onTested, onFound }: ConnectionTestProps) {
  const [result, setResult] = useState<Result>()
  const current = result?.baseUrl === baseUrl ? result : undefined

  const test = async (): Promise<void> => {
    if (problem) return
    setResult({ state: 'running', baseUrl })
    const config = endpoint()
    const outcome = await askForModels(config)
    setResult({ baseUrl, ...outcome })
    if (outcome.state === 'reached' && !outcome.found) onTested(config)
  }

  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button aria-disabled={problem ? true : undefined} onClick={() => void test()}>
          Test
        </Button>
        <output className="text-row text-text-2">
          {current?.state === 'running' && 'Asking for its models…'}
          {current?.state === 'reached' && <Reached count={current.count} found={current.found} />}
        </output>
        {current?.state === 'reached' && current.found && (
          <Button onClick={() => onFound(current.found!)}>Use it</Button>
        )}
      </div>
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
): Promise<{ state: 'reached'; count: number; found?: string } | { state: 'failed'; error: ChatErrorData }> {
  try {
    const { baseUrl, models } = await findBaseUrl(config, { fetch: appFetch })
    const moved = baseUrl !== resolveBaseUrl(config.baseUrl)
    return { state: 'reached', count: models.length, ...(moved && { found: baseUrl }) }
  } catch (error) {
    return { state: 'failed', error: toChatErrorData(error) }
  }
}
