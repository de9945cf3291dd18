import { PriceSheet, type PriceTable } from '@antiphon/shell'
import { Button } from '@antiphon/ui'
import { useState } from 'react'

export function Example() {
  const [table, setTable] = useState<PriceTable>({
    currency: 'USD',
    models: [{ model: 'gpt-4o*', input: 2.5, output: 10 }],
  })
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && <PriceSheet table={table} onSave={setTable} onClose={close} />}
    </>
  )
}
