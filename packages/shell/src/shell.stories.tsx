import type { Command, KeyBindings } from './shortcuts/keys.js'
import { useState } from 'react'
import { Button } from '@antiphon/ui'
import type { Story, StoryMeta } from '../../ui/src/fixtures/story.js'
import { Palette } from './palette/palette.js'
import { ShortcutSheet } from './shortcut-sheet/shortcut-sheet.js'

const meta: StoryMeta = { title: 'App/Keyboard' }
export default meta

const commands: readonly Command[] = [
  { id: 'palette', label: 'Search', group: 'App', keys: 'Mod+K', run: () => {} },
  { id: 'new', label: 'New conversation', group: 'Conversations', keys: 'Mod+Shift+O', run: () => {} },
  { id: 'copy', label: 'Copy the last answer', group: 'Conversation', keys: 'Mod+Shift+C', run: () => {} },
  { id: 'next', label: 'Next message', group: 'Conversation', keys: 'J', run: () => {} },
  { id: 'export', label: 'Export this conversation', group: 'Conversations', run: () => {} },
]

function Opened({ children }: { children: (close: () => void) => React.ReactNode }) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open && children(() => setOpen(false))}
    </>
  )
}
function Sheet() {
  const [bindings, setBindings] = useState<KeyBindings>({ next: 'Mod+K' })
  const [singleKeys, setSingleKeys] = useState(true)
  return (
    <Opened>
      {(close) => (
        <ShortcutSheet
          commands={commands}
          bindings={bindings}
          onBindingsChange={setBindings}
          singleKeys={singleKeys}
          onSingleKeysChange={setSingleKeys}
          more={[{ label: 'Send', keys: 'Enter', group: 'Message box' }]}
          onClose={close}
        />
      )}
    </Opened>
  )
}

export const CommandPalette: Story = {
  render: () => <Opened>{(close) => <Palette commands={commands} onClose={close} />}</Opened>,
}
export const Shortcuts: Story = { render: () => <Sheet /> }
