import { DictateButton } from '@antiphon/shell'
import { Composer } from '@antiphon/ui'
import { useState } from 'react'

export function Example() {
  const [value, setValue] = useState('')
  return (
    <Composer
      value={value}
      onValueChange={setValue}
      onSend={() => false}
      toolsSlot={<DictateButton value={value} onValueChange={setValue} />}
    />
  )
}
