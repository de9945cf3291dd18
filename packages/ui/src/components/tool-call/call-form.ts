'use client'

import type { PairedCall } from '@antiphon/core'
import { useOptionalChat } from '@antiphon/react'
import { useCallback, useContext } from 'react'
import { findRenderer, ToolRenderersContext, type ToolRendererEntry } from './tool-renderers.js'
import { findTool } from './tool-title.js'

/**
 * Gives the view in which a person answers a call: the call waits for its result, and its tool has a view and no `execute`.
 * Undefined for any other call.
 */
export function useCallForm(): (call: Pick<PairedCall, 'state' | 'call'>) => ToolRendererEntry | undefined {
  const chat = useOptionalChat()
  const renderers = useContext(ToolRenderersContext)
  return useCallback(
    ({ state, call }) => {
      const { name } = call.function
      // A call of another system waits for its approval, and never for a result from here.
      const isOpen = (state === 'unanswered' || state === 'awaiting') && !call.approvalRequest
      const tool = isOpen ? findTool(chat, name) : undefined
      return tool && !tool.execute && !tool.runsApproved ? findRenderer(renderers, name) : undefined
    },
    [chat, renderers],
  )
}
