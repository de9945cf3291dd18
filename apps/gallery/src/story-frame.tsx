import { AntiphonRoot } from '@antiphon/ui'
import type { ReactNode } from 'react'

export interface StoryFrameProps {
  parameters: { screen?: boolean; turns?: boolean }
  children: ReactNode
}

/** Frame of a story: none for whole screens, a column for turns, the body of an answer for parts. */
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
