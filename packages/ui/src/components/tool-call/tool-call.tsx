'use client'

import { useContext } from 'react'
import { useFold } from '../fold/fold.js'
import { CallView, type ToolCallViewProps } from './call-view.js'
import { useWrittenTail } from './tool-call-body.js'
import { CardsOutsideContext } from './tool-card.js'
import { findRenderer, ToolRenderersContext } from './tool-renderers.js'

/** One call: a 32px row that says what ran, with what, how it went and how long; everything else opens in place. */
export function ToolCallView({ defaultOpen = false, ...props }: ToolCallViewProps) {
  const { state, call } = props.call
  const fold = useFold(
    findRenderer(useContext(ToolRenderersContext), call.function.name)?.View.opensRow ||
      defaultOpen ||
      state === 'error' ||
      state === 'cut-off' ||
      // A picture that fills in is there to be watched, and what is left of one to be seen.
      (call.providerRun?.partial?.length ?? 0) > 0,
    // A call that opens by itself pushes the question below it away from the finger.
    useContext(CardsOutsideContext) === 'asks',
  )
  const tail = useWrittenTail(state === 'writing' ? call.function.arguments : '')
  return <CallView {...props} {...fold} tailRef={tail.ref} tailIsWritten={tail.isWritten} />
}
