import { ShortcutSheet, type Command } from '@antiphon/shell'
import { Button } from '@antiphon/ui'
import { useState } from 'react'

const commands: Command[] = [
  { id: 'new', label: 'New conversation', group: 'Conversations', keys: 'Mod+Shift+O', run: () => {} },
  { id: 'copy', label: 'Copy the last answer', group: 'Conversation', keys: 'Mod+Shift+C', run: () => {} },
]

export function Example() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && <ShortcutSheet commands={commands} onClose={close} />}
    </>
  )
}
