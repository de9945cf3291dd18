'use client'

import type { LiveCall, PairedCall } from '@antiphon/core'
import { useContext, type ReactNode } from 'react'
import { useCollapsible } from '../fold/fold.js'
import type { RootProps } from '../part/part.js'
import type { RowSlot } from '../status-row/status-row.js'
import { CallView } from './call-view.js'
import { useWrittenTail } from './tool-call-body.js'
import { findRenderer, ToolRenderersContext } from './tool-renderers.js'

export interface ToolCallViewProps extends RootProps<
  'div',
  RowSlot | 'name' | 'fold' | 'error-line' | 'approval-slot' | 'tool-call-body'
> {
  call: PairedCall
  /** The live state of the call. */
  live?: LiveCall
  /** The question for a person. While the call waits it replaces the row, which would only repeat it. */
  approval?: ReactNode
  defaultOpen?: boolean
}

/** One call: a 32px row that says what ran, with what, how it went and how long; everything else opens in place. */
export function ToolCallView({ defaultOpen = false, ...props }: ToolCallViewProps) {
  const { state, call } = props.call
  const renderers = useContext(ToolRenderersContext)
  const { open, touched, toggle, reveal } = useCollapsible(
    defaultOpen ||
      state === 'error' ||
      state === 'cut-off' ||
      // A picture that fills in is there to be watched, and what is left of one to be seen.
      (call.providerRun?.partial?.length ?? 0) > 0 ||
      findRenderer(renderers, call.function.name)?.opensRow === true,
  )
  const tail = useWrittenTail(state === 'writing' ? call.function.arguments : '')
  return (
    <CallView
      {...props}
      open={open}
      touched={touched}
      toggle={toggle}
      reveal={reveal}
      tailRef={tail.ref}
      tailIsWritten={tail.isWritten}
    />
  )
}
