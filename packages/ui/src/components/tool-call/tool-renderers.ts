'use client'

import type { ContentPart, JsonSchema, LiveCall, PairedCall, StandardSchema, Tool } from '@antiphon/core'
import { createContext, type ComponentType } from 'react'

/** The arguments of a tool as the model writes them, before the schema changes any. `unknown` for an unknown tool. */
export type ToolInput<T extends Tool> = Tool extends T
  ? unknown
  : T['parameters'] extends StandardSchema<infer Input, unknown>
    ? Input
    : T['parameters'] extends JsonSchema<infer Args>
      ? Args
      : unknown

/** The structured result of `execute`: its value, or the `details` beside a `content`. `unknown` for an unknown tool. */
export type ToolDetails<T extends Tool> = Tool extends T
  ? unknown
  : T extends { execute?: (...args: never[]) => infer Result }
    ? DetailsOf<Awaited<Result>>
    : unknown

type DetailsOf<Result> = Result extends string | Blob | ArrayBuffer | ArrayBufferView | null | undefined
  ? never
  : Result extends { content: string | ContentPart[] }
    ? Result extends { details?: infer Details }
      ? Details
      : never
    : Result

/** Props of a tool's view. `ToolRendererProps<typeof weather>` has the types of that tool. */
export interface ToolRendererProps<T extends Tool = Tool> {
  call: PairedCall
  name: string
  /** The arguments, parsed and not checked; undefined while they are incomplete or not JSON. */
  input: ToolInput<T> | undefined
  /** The value behind the result; undefined while there is none, and for a result that is text or a failure. */
  details?: ToolDetails<T> | undefined
  live?: LiveCall
}

/**
 * The table for `toolRenderers` with the view of one tool, checked against the tool:
 * `{ ...toolRenderer(weather, Forecast), ...toolRenderer(search, Hits) }`.
 */
export function toolRenderer<T extends Tool>(
  { name }: T,
  View: ComponentType<ToolRendererProps<T>>,
): ToolRenderers {
  return { [name]: View as ComponentType<never> as ComponentType<ToolRendererProps> }
}

/**
 * Views by tool name. A view replaces arguments and result inside the fold. The status row above stays the kit's, so that
 * no view can hide a failure. When a view throws, the plain data is shown.
 */
export type ToolRenderers = Readonly<Record<string, ToolRendererView>>

export type ToolRendererView = ComponentType<ToolRendererProps> & {
  /** The row is open from the start, for a view that is there to be used. Default false. */
  opensRow?: boolean
}

export const ToolRenderersContext = createContext<ToolRenderers>({})

/** Own properties only: a model may name a tool `constructor`. */
export function findRenderer(renderers: ToolRenderers, name: string): ToolRendererView | undefined {
  return Object.hasOwn(renderers, name) ? renderers[name] : undefined
}
