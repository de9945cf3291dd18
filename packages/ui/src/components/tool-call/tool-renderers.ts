'use client'

import type { LiveCall, PairedCall } from '@antiphon/core'
import { createContext, type ComponentType } from 'react'

/** What a tool's own view is given. `input` is the parsed arguments, undefined while they are incomplete or not JSON. */
export interface ToolRendererProps {
  call: PairedCall
  name: string
  input: unknown
  live?: LiveCall
}

/**
 * Views by tool name. A view takes the place of arguments and result inside the fold; the status row above it always
 * stays ours, so that no view can hide a failure. One that throws is replaced by the plain data.
 */
export type ToolRenderers = Readonly<Record<string, ComponentType<ToolRendererProps>>>

export const ToolRenderersContext = createContext<ToolRenderers>({})

/** Own properties only: a model may name a tool `constructor`. */
export function findRenderer(
  renderers: ToolRenderers,
  name: string,
): ComponentType<ToolRendererProps> | undefined {
  return Object.hasOwn(renderers, name) ? renderers[name] : undefined
}
