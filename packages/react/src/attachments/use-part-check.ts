'use client'
import type { ContentPart, EndpointConfig } from '@antiphon/core'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useOptionalChat } from '../chat/chat-context.js'

export interface PartCheckOptions {
  /** Or its base URL alone. Default: that of the chat above. */
  endpoint?: string | EndpointConfig
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
  const readSettings = () => ({
    at: typeof endpoint === 'string' ? { baseUrl: endpoint } : (endpoint ?? chat?.getConfig().endpoint),
    to: model ?? chat?.getConfig().model,
  })
  // Compare as text, because an endpoint that is written in place is a new object in each render. Keys and headers do not affect
  // which parts are accepted.
  const readKey = () => {
    const { at, to } = readSettings()
    return at && JSON.stringify([at.baseUrl, at.api, at.path, at.profile, at.overrides, to])
  }
  const asked = useSyncExternalStore(subscribe, readKey, readKey)
  const settings = useRef(readSettings)
  useEffect(() => void (settings.current = readSettings))
  const [made, setMade] = useState<{ asked: string; check: PartCheck }>()
  useEffect(() => {
    const { at, to } = settings.current()
    if (!asked || !at) return
    let current = true
    void makeCheck(at, to).then(
      (check) => current && setMade({ asked, check }),
      // If the rules cannot be loaded, skip the warning. The request reports the problem.
      () => {},
    )
    return () => {
      current = false
    }
  }, [asked])
  return made && made.asked === asked ? made.check : undefined
}

async function makeCheck(endpoint: EndpointConfig, model: string | undefined): Promise<PartCheck> {
  const { endpointMemory, resolveProvider, wirePart } = await import('@antiphon/core/provider')
  const learned = endpointMemory.list(endpoint, model).map(({ settings }) => settings)
  const { name, settings } = resolveProvider(endpoint, model, learned)
  return (part) => (wirePart(part, settings.messages).rule === 'part_as_text' ? name : undefined)
}
