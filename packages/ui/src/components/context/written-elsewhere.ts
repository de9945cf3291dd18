'use client'

import { createContext } from 'react'

/** True while another tab writes the answer at the end of the thread. Buttons that would begin a second answer are hidden. */
export const WrittenElsewhereContext = createContext(false)
