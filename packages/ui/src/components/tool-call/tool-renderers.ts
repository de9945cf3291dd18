'use client'

import type { ContentPart, JsonSchema, LiveCall, PairedCall, StandardSchema, Tool } from '@antiphon/core'
import { createContext, type ComponentType } from 'react'

/** The arguments of a tool as the model writes them, before the schema changes any. `unknown` for an unknown tool. */
type ToolInput<T extends Tool> =
  T['parameters'] extends StandardSchema<infer Input, unknown>
    ? Input
    : T['parameters'] extends JsonSchema<infer Args>
      ? Args
      : unknown

/** A tool without `execute` has a result of the type `unknown`, unlike one whose `execute` returns `any`. */
type Unwritten<T extends Tool> = T extends { execute?: (...args: never[]) => infer Result }
  ? unknown extends Result
    ? 0 extends 1 & Result
      ? undefined
      : never
    : undefined
  : undefined

/** The structured result of `execute`: its value, or the `details` beside a `content`. `unknown` for an unknown tool. */
type ToolDetails<T extends Tool> = T extends { execute?: (...args: never[]) => infer Result }
  ? DetailsOf<Awaited<Result>>
  : unknown

type DetailsOf<Result> = Result extends string | Blob | ArrayBuffer | ArrayBufferView | null | undefined
  ? never
  : Result extends { content: string | (ContentPart | Blob)[] }
    ? Result extends { details?: infer Details }
      ? Details
      : never
    : Result

/** Props of a tool's view. `ToolRendererProps<typeof weather>` has the types of that tool. */
export interface ToolRendererProps<T extends Tool = Tool> {
  call: PairedCall
  /** The name of the tool for code. */
  name: string
  /** The name of the tool for people: its title, else its name. */
  title: string
  /**
   * The arguments, parsed and not checked; undefined while they are incomplete or not JSON. Never undefined for a tool without
   * `execute`: its view shows once its call is whole.
   */
  input: ToolInput<T> | Unwritten<T>
  /** The value behind the result; undefined while there is none, and for a result that is text (`call.result.content`) or a failure. */
  details?: ToolDetails<T> | undefined
  live?: LiveCall
}

/** The place of a view in the transcript. */
export interface ToolViewOptions {
  /**
   * `row`: in the fold of the row, in place of arguments and result. `card`: below the row, always in view; the fold keeps the
   * arguments and the result. A card shows from the first argument on, that of a tool without `execute` once its call is whole
   * and while it waits for its result, and none for a call that did not run or failed. Default `row`.
   */
  present?: 'row' | 'card'
}

/**
 * The table for `toolRenderers` with the view of one tool, checked against the tool:
 * `{ ...toolRenderer(weather, Forecast), ...toolRenderer(order, OrderCard, { present: 'card' }) }`.
 */
export function toolRenderer<T extends Tool>(
  { name, title, execute }: T,
  View: ComponentType<ToolRendererProps<T>>,
  options: ToolViewOptions = {},
): ToolRenderers {
  return {
    [name]: {
      ...options,
      title,
      needsInput: !execute,
      View: View as ComponentType<never> as ComponentType<ToolRendererProps>,
    },
  }
}

/**
 * Views by tool name, each as a component or with its options. The status row above stays the kit's, so that no view can hide
 * a failure. When a view throws, the plain data is shown.
 */
export type ToolRenderers = Readonly<Record<string, ToolRendererView | ToolRendererEntry>>

/** A view with its options. */
export interface ToolRendererEntry extends ToolViewOptions {
  View: ToolRendererView
  /** The title of the tool, for a transcript without the chat that has it. */
  title?: Tool['title']
  /** Shows the view only once the arguments of its call are whole, as for every tool without `execute`. */
  needsInput?: boolean
}

export type ToolRendererView = ComponentType<ToolRendererProps> & {
  /** Opens the row and the group around it from the start, for an interactive view. Default false. */
  opensRow?: boolean
}

export const ToolRenderersContext = createContext<ToolRenderers>({})

/** Own properties only: a model may name a tool `constructor`. */
export function findRenderer(renderers: ToolRenderers, name: string): ToolRendererEntry | undefined {
  const found = Object.hasOwn(renderers, name) ? renderers[name] : undefined
  return found && 'View' in found ? found : found && { View: found }
}
