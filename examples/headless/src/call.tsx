import { contentToText } from '@antiphon/core'
import { useChat, useToolApproval, type AnswerPart } from '@antiphon/react'

/** A call beside its result. `args` has field by field what the model has written so far. */
export function Call({ call, args }: Pick<Extract<AnswerPart, { type: 'call' }>, 'call' | 'args'>) {
  const { chat } = useChat()
  const waiting = useToolApproval(call.key)
  const { name } = call.call.function
  const title = chat.getConfig().tools?.find((tool) => tool.name === name)?.title
  return (
    <div className="call" data-state={call.state}>
      <h3>
        {typeof title === 'string' ? title : name}: {call.state}
      </h3>
      <dl>
        {Object.entries(args.value ?? {}).map(([name, field]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd aria-busy={!args.isFieldComplete([name])}>{String(field)}</dd>
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
