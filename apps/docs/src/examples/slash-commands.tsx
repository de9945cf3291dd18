import { SlashCommands } from '@antiphon/shell'
import { Composer } from '@antiphon/ui'
import { useState } from 'react'

const commands = [
  { name: 'new', detail: 'New conversation', run: () => {} },
  { name: 'explain', text: 'Explain {input} to a newcomer, with one example.' },
]

export function Example() {
  const [value, setValue] = useState('')
  return (
    <div style={{ paddingBlockStart: 160 }}>
      <SlashCommands commands={commands} value={value} onValueChange={setValue}>
        <Composer value={value} onValueChange={setValue} onSend={() => false} placeholder="Type a slash" />
      </SlashCommands>
    </div>
  )
}
