'use client'

import type { ComponentProps } from 'react'

export interface AntiphonRootProps extends ComponentProps<'div'> {
  /** `system` follows the device. Default: the nearest `data-theme` above, else light. */
  theme?: 'light' | 'dark' | 'system'
  density?: 'comfortable' | 'compact'
}

/** Brings the tokens to parts that stand on their own. `Transcript`, `Composer` and `Chat` bring their own. */
export function AntiphonRoot({ theme, density, ...rest }: AntiphonRootProps) {
  return <div data-antiphon-root="" data-theme={theme} data-density={density} {...rest} />
}
