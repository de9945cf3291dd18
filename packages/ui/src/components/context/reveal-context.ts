'use client'

import { createContext } from 'react'

/** Brings something new into view, for a reader who has not gone elsewhere in the transcript around it. */
export const RevealContext = createContext<(element: Element) => void>(() => {})
