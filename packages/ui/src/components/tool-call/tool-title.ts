'use client'

import { humanName, useIsForPeople } from '../context/audience-context.js'
import type { ChatController, Tool } from '@antiphon/core'
import { chatTools } from '@antiphon/core/calls'
import { field, isRecord, recordOf, textOf } from '@antiphon/base'
import { useOptionalChat } from '@antiphon/react'
import { createContext, useCallback, useContext } from 'react'
import { useWords } from '../../strings/strings.js'
import { findRenderer, ToolRenderersContext } from './tool-renderers.js'

/** Gives the display name of a tool; undefined for a tool without one. */
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
      const title = findTool(chat, name)?.title ?? findRenderer(renderers, name)?.title
      const otherwise = isForPeople && name !== '' ? humanName(name) : undefined
      if (typeof title !== 'function') return title ?? otherwise
      try {
        const words = title(recordOf(args) as never, locale)
        return typeof words === 'string' && words.trim() !== '' ? words : otherwise
      } catch {
        // Arguments of a model may be anything, and the name is still right.
        return otherwise
      }
    },
    [chat, renderers, locale, isForPeople],
  )
}

/** The tool whose call is around: its name, and the name that is shown. */
export const ToolNameContext = createContext<{ name: string; shown: string } | undefined>(undefined)

/** A tool's name for labels. The view of a host passes on the name that code uses. */
export function useShownName(name: string): string {
  const around = useContext(ToolNameContext)
  return around?.name === name ? around.shown : name
}

/**
 * Names the arguments of the call around. People read the `title` of the parameter in the schema of the tool, else the name in
 * words; developers read the name.
 */
export function useArgumentNames(): (key: string) => string {
  const chat = useOptionalChat()
  const name = useContext(ToolNameContext)?.name
  const isForPeople = useIsForPeople()
  return useCallback(
    (key) => (isForPeople ? (titleOf(findTool(chat, name), key) ?? humanName(key)) : key),
    [chat, name, isForPeople],
  )
}

export const findTool = (chat: ChatController | undefined, name: string | undefined): Tool | undefined =>
  chat && chatTools(chat.getConfig()).find((one) => one.name === name)

function titleOf(tool: Tool | undefined, key: string): string | undefined {
  if (!tool) return undefined
  if (!properties.has(tool)) properties.set(tool, propertiesOf(tool))
  const known = properties.get(tool)
  // A model may call an argument `constructor`.
  return isRecord(known) && Object.hasOwn(known, key) ? textOf(field(known[key], 'title')) : undefined
}

const properties = new WeakMap<Tool, unknown>()

/** Read here, because what writes the definition of a tool would load with every page. */
function propertiesOf({ jsonSchema, parameters }: Tool): unknown {
  const writer = field(field(parameters, '~standard'), 'jsonSchema') as Writer | undefined
  const options = { target: 'draft-2020-12', libraryOptions: { unrepresentable: 'any' } }
  try {
    return field(jsonSchema ?? writer?.input(options) ?? parameters, 'properties')
  } catch {
    // A schema that cannot be written has no titles either.
    return undefined
  }
}

interface Writer {
  input(options: object): unknown
}
