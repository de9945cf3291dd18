import { endpointMemory, type Healing } from '@antiphon/core/connection'
import { useReducer } from 'react'

/**
 * What requests to an endpoint and model have taught this page, and how to forget it. Read when the form is drawn: while
 * it is open no request is made.
 */
export function useLearned(baseUrl: string, model: string | undefined): [readonly Healing[], () => void] {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const endpoint = { baseUrl }
  const forget = (): void => {
    endpointMemory.forget(endpoint, model)
    redraw()
  }
  return [endpointMemory.list(endpoint, model), forget]
}
