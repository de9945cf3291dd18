'use client'

import { createContext } from 'react'

/** Another tab of this browser writes the answer at the end of the thread: what would begin one beside it is not offered. */
export const WrittenElsewhereContext = createContext(false)
