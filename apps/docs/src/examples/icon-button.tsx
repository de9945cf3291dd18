import { IconButton } from '@antiphon/ui'
import { useState } from 'react'

export function Example() {
  const [count, setCount] = useState(0)
  return (
    <p>
      <IconButton icon="copy" label="Copy" onClick={() => setCount(count + 1)} /> Pressed {count} times
    </p>
  )
}
