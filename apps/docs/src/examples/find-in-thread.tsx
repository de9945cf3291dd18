import { FindInThread } from '@antiphon/shell'
import { Button, Transcript } from '@antiphon/ui'
import { useRef, useState } from 'react'

const messages = [
  { role: 'user', content: 'Which pool fails first?' },
  { role: 'assistant', content: 'The pool of 8. A larger pool waits longer.', finishReason: 'stop' },
]

export function Example() {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Find in the thread</Button>
      {isOpen && (
        <FindInThread getRoot={() => place.current} initialText="pool" onClose={() => setOpen(false)} />
      )}
      <div ref={place}>
        <Transcript messages={messages} />
      </div>
    </>
  )
}
