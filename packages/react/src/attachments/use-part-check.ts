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

/** Gives the name of the endpoint family where the model will see nothing of a part but its name. */
export type PartCheck = (part: ContentPart) => string | undefined

/**
 * Whether the endpoint takes a part, by the rules that requests are made by (`wirePart`). They are loaded on demand, with
 * all that makes requests; undefined until then.
 */
export function usePartCheck({ endpoint, model }: PartCheckOptions = {}): PartCheck | undefined {
  const chat = useOptionalChat()
  const subscribe = useCallback((listener: () => void) => chat?.subscribe(listener) ?? (() => {}), [chat])
  // A chat tells of every change of its settings; only these two count here.
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
      // What cannot be loaded cannot warn; the request will say it for itself.
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
