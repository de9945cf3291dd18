import { RenameField } from '@antiphon/threads/ui'
import { Button } from '@antiphon/ui'
import { useState } from 'react'

export function Example() {
  const [title, setTitle] = useState('Checkout latency')
  const [isOpen, setOpen] = useState(false)
  const end = (next = title) => {
    setTitle(next)
    setOpen(false)
  }
  return isOpen ? (
    <RenameField title={title} onEnd={end} aria-label="Title" />
  ) : (
    <Button onClick={() => setOpen(true)}>Rename “{title}”</Button>
  )
}
