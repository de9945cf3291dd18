import { contentToText, type PairedCall } from '@antiphon/core'
import { useToolApproval } from '@antiphon/react'
import { useToolArguments } from '@antiphon/react/tool-arguments'

export function Call({ call }: { call: PairedCall }) {
  // Field by field while the model writes them, and whole afterwards.
  const { value, isFieldComplete } = useToolArguments<Record<string, unknown>>(call)
  const waiting = useToolApproval(call.key)
  return (
    <div className="call" data-state={call.state}>
      <h3>
        {call.call.function.name}: {call.state}
      </h3>
      <dl>
        {Object.entries(value ?? {}).map(([name, field]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd aria-busy={!isFieldComplete([name])}>{String(field)}</dd>
          </div>
        ))}
      </dl>
      {waiting && (
        <>
          <button onClick={() => void waiting.allow()}>Allow</button>
          <button onClick={() => void waiting.deny('The guest said no.')}>Deny</button>
        </>
      )}
      {call.result && <pre>{contentToText(call.result.content)}</pre>}
    </div>
  )
}
