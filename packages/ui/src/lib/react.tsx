'use client'

import type { ChatController } from '@antiphon/core'
import {
  useCallback,
  type Ref,
  type RefCallback,
  Component,
  forwardRef,
  type ReactNode,
  version,
} from 'react'

/** Joins class names, leaving out what is not one. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

/** React 18 does not pass `ref` among the props, and names the attribute of a popover's target differently. */
const isReact18 = version.startsWith('18.')

/** A component that reads `ref` from its props, for React 18 as well. */
export function takesRef<C extends (props: never) => ReactNode>(component: C): C {
  if (!isReact18) return component
  const render = component as unknown as (props: object) => ReactNode
  return forwardRef((props, ref) => render(ref ? { ...props, ref } : props)) as unknown as C
}

/** The attribute of a button that opens the popover with this id. */
export function popoverTarget(id: string): object {
  return { [isReact18 ? 'popovertarget' : 'popoverTarget']: id }
}

/** One ref for two owners. Its identity changes only when one of theirs does. */
export function useMergedRefs<T>(first: Ref<T> | undefined, second: Ref<T> | undefined): RefCallback<T> {
  return useCallback(
    (node: T | null) => {
      assign(first, node)
      assign(second, node)
    },
    [first, second],
  )
}

function assign<T>(ref: Ref<T> | undefined, node: T | null): void {
  if (typeof ref === 'function') ref(node)
  else if (ref) ref.current = node
}

const keys = new WeakMap<ChatController, number>()
let count = 0

/**
 * A React key for the state of one chat: scroll position, typed text, announcements. With it a provider shows another chat
 * like a newly opened one, and the host needs no key.
 */
export function chatKey(chat: ChatController | undefined): number | undefined {
  if (!chat) return undefined
  const known = keys.get(chat)
  if (known !== undefined) return known
  keys.set(chat, ++count)
  return count
}

export interface ErrorBoundaryProps {
  children: ReactNode
  /** Shown in place of the children after one of them threw. */
  renderFallback: (error: unknown) => ReactNode
  /** The boundary tries again when this changes, so that a half-streamed message can recover. */
  resetKey?: unknown
}

/** Limits the damage of a throwing renderer to its own message. */
export class ErrorBoundary extends Component<
  ErrorBoundaryProps,
  { failed: boolean; error?: unknown; resetKey: unknown }
> {
  override state = { failed: false, error: undefined as unknown, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): { failed: boolean; error: unknown } {
    return { failed: true, error }
  }

  static getDerivedStateFromProps(
    props: ErrorBoundaryProps,
    state: { failed: boolean; resetKey: unknown },
  ): { failed: boolean; resetKey: unknown } | null {
    return Object.is(props.resetKey, state.resetKey) ? null : { failed: false, resetKey: props.resetKey }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.renderFallback(this.state.error) : this.props.children
  }
}
