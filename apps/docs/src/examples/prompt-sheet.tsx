import { PromptSheet, type SavedPrompt } from '@antiphon/shell'
import { Button } from '@antiphon/ui'
import { useState } from 'react'

export function Example() {
  const [prompts, setPrompts] = useState<readonly SavedPrompt[]>([
    { name: 'shorter', text: 'Say the same in half the words.' },
  ])
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && <PromptSheet prompts={prompts} onSave={setPrompts} onClose={close} />}
    </>
  )
}
