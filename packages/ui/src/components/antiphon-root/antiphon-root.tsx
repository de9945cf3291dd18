'use client'

import type { ComponentProps } from 'react'
import { Rooted } from '../../lib/own-root.js'

export interface AntiphonRootProps extends ComponentProps<'div'> {
  /** `system` follows the device. Default: the nearest `data-theme` above, else light. */
  theme?: 'light' | 'dark' | 'system'
  density?: 'comfortable' | 'compact'
}

/** A root for several parts, or with a theme of its own. A part outside of any root brings its own. */
export function AntiphonRoot({ theme, density, ...rest }: AntiphonRootProps) {
  return (
    <Rooted>
      <div data-antiphon-root="" data-theme={theme} data-density={density} {...rest} />
    </Rooted>
  )
}
