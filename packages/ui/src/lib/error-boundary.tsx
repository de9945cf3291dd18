import { Component, type ReactNode } from 'react'

export interface ErrorBoundaryProps {
  children: ReactNode
  /** Shown in place of the children after one of them threw. */
  renderFallback: (error: unknown) => ReactNode
  /** The boundary tries again when this changes, so that a half-streamed message can recover. */
  resetKey?: unknown
}

/** Keeps a throwing renderer from taking more than its own message with it. */
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
