'use client'

import { useStaticPage } from './static-page.js'

/**
 * Shows the rest of a capped box on a page without scripts. While it is open, the sheet gives the box beside it its full
 * height.
 */
export function StaticMore({ more, less }: { more: string; less: string }) {
  if (!useStaticPage()) return null
  return (
    <details data-slot="static-more">
      <summary>
        <span>{more}</span>
        <span>{less}</span>
      </summary>
    </details>
  )
}
