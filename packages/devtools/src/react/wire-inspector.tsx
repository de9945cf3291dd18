'use client'

import type { ComponentProps, ReactNode } from 'react'
import { type StringOverrides, StringsProvider } from '@antiphon/ui'
import { Announcer } from '@antiphon/ui/parts'
import { InspectorPanel, type InspectorPanelProps } from './inspector-panel.js'

/** The chat or the recorder to show, and the looks of the inspector. */
export interface WireInspectorProps extends ComponentProps<'aside'>, InspectorPanelProps {
  /** First in the panel: a handle of the host, to make the panel wider. */
  children?: ReactNode
  /** `system` follows the device. Default: the nearest `data-theme` above, else light. */
  theme?: 'light' | 'dark' | 'system'
  density?: 'comfortable' | 'compact'
  /** Words to replace. */
  strings?: StringOverrides
  /** BCP 47 tag for figures and times. Default: that of the page around it, else `en`. */
  locale?: string
}

/**
 * Shows the traffic of a chat, live and afterwards: rows, bytes and times, the request as it left, the answer at any byte.
 * For development: `<WireInspector chat={chat} />` is enough. Load it when it is opened. It fills the box it is in.
 */
export function WireInspector({ strings, locale, theme, density, ...panel }: WireInspectorProps) {
  const looks = { 'data-theme': theme, 'data-density': density }
  return (
    <StringsProvider strings={strings} locale={locale}>
      <Announcer>
        <InspectorPanel {...looks} {...panel} />
      </Announcer>
    </StringsProvider>
  )
}
