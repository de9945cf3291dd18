import { listModels, toChatErrorData, type ChatErrorData, type EndpointConfig } from '@antiphon/core'
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
}

type Result =
  | { state: 'running'; baseUrl: string }
  | { state: 'reached'; baseUrl: string; count: number }
  | { state: 'failed'; baseUrl: string; error: ChatErrorData }

/** Asks the endpoint for its models and says what came back. */
export function ConnectionTest({ baseUrl, problem, endpoint, onTested }: ConnectionTestProps) {
  const [result, setResult] = useState<Result>()
  const current = result?.baseUrl === baseUrl ? result : undefined

  const test = async (): Promise<void> => {
    if (problem) return
    setResult({ state: 'running', baseUrl })
    const config = endpoint()
    const outcome = await askForModels(config)
    setResult({ baseUrl, ...outcome })
    if (outcome.state === 'reached') onTested(config)
  }

  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button aria-disabled={problem ? true : undefined} onClick={() => void test()}>
          Test
        </Button>
        <output className="text-row text-text-2">
          {current?.state === 'running' && 'Asking for its models…'}
          {current?.state === 'reached' && <Reached count={current.count} />}
        </output>
      </div>
      {current?.state === 'failed' && <ErrorCard error={current.error} />}
    </div>
  )
}

function Reached({ count }: { count: number }) {
  return <span className="text-success">Reachable. {count === 1 ? '1 model.' : `${count} models.`}</span>
}

async function askForModels(
  config: EndpointConfig,
): Promise<{ state: 'reached'; count: number } | { state: 'failed'; error: ChatErrorData }> {
  try {
    return { state: 'reached', count: (await listModels(config, { fetch: appFetch })).length }
  } catch (error) {
    return { state: 'failed', error: toChatErrorData(error) }
  }
}
