import { AntiphonRoot } from '@antiphon/ui'
import type { ReactNode } from 'react'

export interface StoryFrameProps {
  parameters: { screen?: boolean; turns?: boolean }
  children: ReactNode
}

/** Where a story stands: whole screens bring their own frame, turns get a column, parts the body of an answer. */
export function StoryFrame({ parameters, children }: StoryFrameProps) {
  if (parameters.screen) return children
  return (
    <AntiphonRoot className="gallery-part">
      <div data-slot="column">
        {parameters.turns ? (
          children
        ) : (
          <div data-slot="turn" data-role="assistant">
            <div data-slot="assistant-message">{children}</div>
          </div>
        )}
      </div>
    </AntiphonRoot>
  )
}
