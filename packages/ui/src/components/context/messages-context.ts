'use client'

import type { Message } from '@antiphon/core'
import { createContext, useContext } from 'react'

/** The messages of a transcript that draws an array, or of the agent around a part. */
export const MessagesContext = createContext<readonly Message[] | undefined>(undefined)

/** The messages around a part that are not those of its chat: of a transcript with `messages`, or of an agent. */
export const useGivenMessages = (): readonly Message[] | undefined => useContext(MessagesContext)
