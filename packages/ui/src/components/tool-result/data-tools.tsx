'use client'

import type { ReactNode } from 'react'
import { useStaticPage } from '../../lib/static-page.js'
import { Part } from '../part/part.js'

/** Buttons in the corner of a box of data: there on hover, on focus, and for fingers. Behind the data in the tab order. */
export function DataTools({ children }: { children: ReactNode }) {
  if (useStaticPage()) return null
  return (
    <Part as="div" slot="data-tools" data-print="hide">
      {children}
    </Part>
  )
}
