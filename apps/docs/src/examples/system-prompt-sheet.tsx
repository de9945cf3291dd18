import { SystemPromptSheet } from '@antiphon/shell'
import { Button } from '@antiphon/ui'
import { useState } from 'react'

export function Example() {
  const [prompt, setPrompt] = useState('You look after the checkout service.')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && <SystemPromptSheet value={prompt} onSave={setPrompt} onClose={close} />}
    </>
  )
}
