'use client'
import type { ContentPart, EndpointConfig } from '@antiphon/core'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useOptionalChat } from '../chat/chat-context.js'

export interface PartCheckOptions {
  /** Default: that of the chat above. */
  endpoint?: EndpointConfig
  /** Default: that of the chat above. */
  model?: string
}

/** Returns the name of the endpoint family when the model will see only the name of a part. */
export type PartCheck = (part: ContentPart) => string | undefined

/**
 * Checks whether the endpoint takes a part, by the rules of requests (`wirePart`). The rules are loaded on demand with the
 * code that makes requests; undefined until then.
 */
export function usePartCheck({ endpoint, model }: PartCheckOptions = {}): PartCheck | undefined {
  const chat = useOptionalChat()
  const subscribe = useCallback((listener: () => void) => chat?.subscribe(listener) ?? (() => {}), [chat])
  // A chat reports every change of its settings. Only these two count here.
  const readEndpoint = () => endpoint ?? chat?.getConfig().endpoint
  const readModel = () => model ?? chat?.getConfig().model
  const at = useSyncExternalStore(subscribe, readEndpoint, readEndpoint)
  const to = useSyncExternalStore(subscribe, readModel, readModel)
  const [made, setMade] = useState<{ at: EndpointConfig; to: string | undefined; check: PartCheck }>()
  useEffect(() => {
    if (!at) return
    let current = true
    void makeCheck(at, to).then(
      (check) => current && setMade({ at, to, check }),
      // Without the rules there is no warning. The request will report it.
      () => {},
    )
    return () => {
      current = false
    }
  }, [at, to])
  return made && made.at === at && made.to === to ? made.check : undefined
}

async function makeCheck(endpoint: EndpointConfig, model: string | undefined): Promise<PartCheck> {
  const { endpointMemory, resolveProvider, wirePart } = await import('@antiphon/core/provider')
  const learned = endpointMemory.list(endpoint, model).map(({ settings }) => settings)
  const { name, settings } = resolveProvider(endpoint, model, learned)
  return (part) => (wirePart(part, settings.messages).rule === 'part_as_text' ? name : undefined)
}
