'use client'

import { useStaticPage } from './static-page.js'

/**
 * Opens what is folded to its first lines on a page without scripts: while it is open, the sheet of such a page gives what
 * stands beside it its full height.
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
