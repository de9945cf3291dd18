'use client'

import { humanName, useIsForPeople } from '../context/audience-context.js'
import type { ChatConfig } from '@antiphon/core'
import { chatTools, isRecord } from '@antiphon/core/internal'
import { useOptionalChat } from '@antiphon/react'
import { useCallback, useContext } from 'react'
import { useWords } from '../../strings/strings.js'
import { findRenderer, ToolRenderersContext } from './tool-renderers.js'

/** What people call a tool; undefined for one that has a name alone. */
export type ToolTitles = (name: string, args?: unknown) => string | undefined

/** Reads titles of the tools of the chat above, and of the table of views. */
export function useToolTitles(): ToolTitles {
  const chat = useOptionalChat()
  const renderers = useContext(ToolRenderersContext)
  const { formats } = useWords()
  const { locale } = formats
  const isForPeople = useIsForPeople()
  return useCallback(
    (name, args) => {
      const config: ChatConfig | undefined = chat?.getConfig()
      const tool = config && chatTools(config).find((one) => one.name === name)
      const title = tool?.title ?? findRenderer(renderers, name)?.title
      const otherwise = isForPeople && name !== '' ? humanName(name) : undefined
      if (typeof title !== 'function') return title ?? otherwise
      try {
        const words = title((isRecord(args) ? args : {}) as never, locale)
        return typeof words === 'string' && words.trim() !== '' ? words : otherwise
      } catch {
        // Arguments of a model may be anything, and the name is still right.
        return otherwise
      }
    },
    [chat, renderers, locale, isForPeople],
  )
}
