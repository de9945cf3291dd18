import { useEffect, useRef } from 'react'
import { IconButton } from '@antiphon/ui'
import type { Story, StoryMeta } from '../../../ui/src/fixtures/story.js'
import { Tooltips } from './tooltips.js'

const meta: StoryMeta = { title: 'App/Tooltips' }
export default meta

/** A tooltip as it appears when the focus comes by keyboard, or the pointer rests on the button. */
function Shown() {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    row.current
      ?.querySelector('button')
      ?.dispatchEvent(new PointerEvent('pointerover', { pointerType: 'mouse', bubbles: true }))
  }, [])
  return (
    <div ref={row} className="ap:flex ap:gap-2 ap:p-4 ap:pb-16">
      <IconButton icon="edit" label="New conversation" data-keys="Mod+Shift+O" />
      <IconButton icon="copy" label="Copy" />
      <Tooltips />
    </div>
  )
}

export const WithKeys: Story = { render: () => <Shown /> }
