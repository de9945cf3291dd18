import type { EndpointConfig } from '@antiphon/core'
import { checkEndpoint, type EndpointCheck } from '@antiphon/devtools'
import { CheckList, SettingsSheet } from '@antiphon/ui/shell'
import { useState, type ReactNode } from 'react'

interface SettingsProps {
  endpoint: EndpointConfig
  /** Fields of your own. */
  address: ReactNode
  parameters: ReactNode
  /** Says whether everything was right. */
  save: () => boolean
  close: () => void
}

export function Settings({ endpoint, address, parameters, save, close }: SettingsProps) {
  const [checks, setChecks] = useState<readonly EndpointCheck[]>()
  const [running, setRunning] = useState(false)
  const run = async () => {
    setChecks([])
    setRunning(true)
    await checkEndpoint(endpoint, { onCheck: (check) => setChecks((before = []) => [...before, check]) })
    setRunning(false)
  }
  return (
    <SettingsSheet
      title="Endpoint"
      sections={[
        { id: 'address', content: address },
        { id: 'check', content: <CheckList checks={checks} running={running} onRun={() => void run()} /> },
        { id: 'parameters', title: 'Parameters', content: parameters },
      ]}
      onSave={save}
      onClose={close}
    />
  )
}
