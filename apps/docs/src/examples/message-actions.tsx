import { IconButton, MessageActions } from '@antiphon/ui'
import { useState } from 'react'

export function Example() {
  const [did, setDid] = useState('')
  return (
    <>
      <MessageActions getText={() => 'Eight connections fail first.'} onRetry={() => setDid('Asked again.')}>
        <IconButton icon="open" label="Open in a tab" onClick={() => setDid('Opened.')} />
      </MessageActions>
      <p role="status">{did}</p>
    </>
  )
}
