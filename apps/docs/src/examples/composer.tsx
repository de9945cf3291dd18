import { Composer } from '@antiphon/ui'
import { useState } from 'react'

export function Example() {
  const [sent, setSent] = useState<string[]>([])
  return (
    <>
      <Composer model="gpt-4o" onSend={(text) => setSent([...sent, text])} />
      <p>{sent.length > 0 ? `Sent: ${sent.join(' · ')}` : 'Nothing sent yet.'}</p>
    </>
  )
}
