import { ToolApproval } from '@antiphon/ui'
import { useState } from 'react'

export function Example() {
  const [answer, setAnswer] = useState<string>()
  if (answer) return <p role="status">{answer}</p>
  return (
    <ToolApproval
      name="delete_file"
      arguments='{"path": "report.md"}'
      destructive
      onAllow={() => setAnswer('Allowed once.')}
      onDeny={(reason) => setAnswer(`Denied${reason ? `: ${reason}` : ''}.`)}
    />
  )
}
