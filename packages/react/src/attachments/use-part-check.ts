'use client'
import type { ContentPart, EndpointConfig } from '@antiphon/core'
import type * as Provider from '@antiphon/core/provider'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
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
  const at = typeof endpoint === 'string' ? { baseUrl: endpoint } : endpoint
  const readSettings = (): Settings | undefined => {
    const { endpoint: around, model: to } = chat?.getConfig() ?? {}
    return (at ?? around) && { at: (at ?? around)!, to: model ?? to }
  }
  // Compared as text, because an endpoint that is written in place is a new object in each render.
  const readKey = () => keyOf(readSettings())
  const asked = useSyncExternalStore(subscribe, readKey, readKey)
  const [rules, setRules] = useState<Rules>()
  const isAsked = asked !== undefined
  useEffect(() => {
    if (!isAsked) return
    let current = true
    // If the rules cannot be loaded, skip the warning. The request reports the problem.
    import('@antiphon/core/provider').then((loaded) => current && setRules(loaded)).catch(() => {})
    return () => {
      current = false
    }
  }, [isAsked])
  // Not a state that follows: a setting that is another in each render would render without end.
  const [checkOf] = useState(createChecks)
  return isAsked && rules ? checkOf(asked, rules, readSettings()!) : undefined
}

type Rules = typeof Provider

interface Settings {
  at: EndpointConfig
  to: string | undefined
}

/** Keys and headers do not affect which parts are accepted. A value that JSON cannot hold is in no request, and not checked. */
function keyOf(settings: Settings | undefined): string | undefined {
  if (!settings) return undefined
  const { baseUrl, api, path, profile, overrides } = settings.at
  try {
    return JSON.stringify([baseUrl, api, path, profile, overrides, settings.to])
  } catch {
    return undefined
  }
}

/** Makes a check, and gives the last one again where the same is asked. */
function createChecks(): (asked: string, rules: Rules, settings: Settings) => PartCheck {
  let last: { asked: string; check: PartCheck } | undefined
  return (asked, rules, settings) => {
    if (last?.asked !== asked) last = { asked, check: makeCheck(rules, settings) }
    return last.check
  }
}

function makeCheck({ endpointMemory, resolveProvider, wirePart }: Rules, { at, to }: Settings): PartCheck {
  const learned = endpointMemory.list(at, to).map(({ settings }) => settings)
  const { name, settings } = resolveProvider(at, to, learned)
  return (part) => (wirePart(part, settings.messages).rule === 'part_as_text' ? name : undefined)
}
