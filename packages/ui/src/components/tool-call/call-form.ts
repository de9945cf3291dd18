'use client'

import type { PairedCall, Tool } from '@antiphon/core'
import { useOptionalChat } from '@antiphon/react'
import { useCallback, useContext } from 'react'
import type { JsonReading } from '../../lib/json.js'
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
      return isAnswered(tool) ? findRenderer(renderers, name) : undefined
    },
    [chat, renderers],
  )
}

/** Whether a person answers the calls of a tool in its view. */
const isAnswered = (tool: Tool | undefined): boolean =>
  tool !== undefined && !tool.execute && !tool.runsApproved

/**
 * The arguments for the view of a call; undefined until they are whole. `isReady`: it may be drawn. Where a person answers, only with
 * its arguments: a press must not answer a question that the model is still asking.
 */
export function useViewInput(
  { state, call }: PairedCall,
  json: JsonReading,
): { input: unknown; isReady: boolean } {
  const { name, arguments: text } = call.function
  const isEmpty = state !== 'writing' && text.trim() === ''
  const input = json.ok ? json.value : isEmpty ? {} : undefined
  const tool = findTool(useOptionalChat(), name)
  const needsInput = findRenderer(useContext(ToolRenderersContext), name)?.needsInput
  return { input, isReady: input !== undefined || !(needsInput || isAnswered(tool)) }
}
