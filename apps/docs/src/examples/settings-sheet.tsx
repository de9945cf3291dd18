import { SettingsSheet } from '@antiphon/shell'
import { Button } from '@antiphon/ui'
import { useState } from 'react'

export function Example() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && (
        <SettingsSheet
          title="Connect a model"
          sections={[
            {
              id: 'endpoint',
              content: (
                <label>
                  Base URL <input defaultValue="http://localhost:11434/v1" />
                </label>
              ),
            },
          ]}
          onSave={() => true}
          onClose={close}
        />
      )}
    </>
  )
}
