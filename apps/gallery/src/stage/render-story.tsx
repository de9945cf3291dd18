import { StrictMode, type ReactNode } from 'react'
import { StoryFrame } from '../story-frame.js'
import type { GalleryStory } from '../stories.js'

/** A story as the server and the browser render it: the same tree in both. */
export function renderStory({ render: Story, parameters }: GalleryStory): ReactNode {
  return (
    <StrictMode>
      <StoryFrame parameters={parameters}>
        <Story />
      </StoryFrame>
    </StrictMode>
  )
}
