'use client'

import type { CallState, LiveCall, PairedCall } from '@antiphon/core'
import { createContext, useContext, useMemo } from 'react'
import { readJson } from '../../lib/json.js'
import { revealToString } from '../../lib/reveal-text.js'
import { useWords } from '../../strings/strings.js'
import { Part } from '../part/part.js'
import { useCallForm, useViewInput } from './call-form.js'
import { HostView } from './tool-call-body.js'
import { findRenderer, ToolRenderersContext } from './tool-renderers.js'
import { ToolNameContext, useToolTitles } from './tool-title.js'

/** The group around the calls draws their cards below its own fold. `asks`: one of its calls waits for a person, so the others hold still. */
export const CardsOutsideContext = createContext<boolean | 'asks'>(false)

/** A call in one of these states runs, or has run well. */
const SHOWN = new Set<CallState>(['writing', 'queued', 'running', 'awaiting', 'done'])

interface ToolCardProps {
  call: PairedCall
  live?: LiveCall
  /** Writes the name of the call over its card, because cards of other calls are beside it. */
  named?: boolean
}

/** The host's card of a call, outside of every fold. Nothing for a tool without one. */
export function ToolCard({ call, live, named }: ToolCardProps) {
  const { name, arguments: text } = call.call.function
  const renderer = findRenderer(useContext(ToolRenderersContext), name)
  const titles = useToolTitles()
  const { strings } = useWords()
  const form = useCallForm()(call)
  const isShown = renderer?.present === 'card' && (form !== undefined || SHOWN.has(call.state))
  const json = useMemo(
    () => (isShown && call.state !== 'writing' ? readJson(text) : ({ ok: false } as const)),
    [isShown, call.state, text],
  )
  const { isReady } = useViewInput(call, json)
  const shown = revealToString(titles(name, json.ok ? json.value : undefined) ?? name) || strings.call.unnamed
  if (!renderer || !isShown || !isReady) return null
  return (
    <ToolNameContext.Provider value={{ name, shown }}>
      <Part as="div" slot="tool-card" className="ap:mb-2">
        {named && <div data-slot="name">{shown}</div>}
        <HostView View={renderer.View} call={call} live={live} json={json} name={shown} />
      </Part>
    </ToolNameContext.Provider>
  )
}
