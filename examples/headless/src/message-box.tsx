import { useChat, useComposer } from '@antiphon/react'

export function MessageBox() {
  const { queue } = useChat()
  const { fieldProps, submit, busy, canSend, canStop, stop, error } = useComposer()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {error instanceof Error && <p role="alert">{error.message}</p>}
      {queue.length > 0 && <p>{queue.length} waiting</p>}
      <textarea aria-label="Message" {...fieldProps} />
      {busy ? (
        <button type="button" disabled={!canStop} onClick={stop}>
          Stop
        </button>
      ) : (
        <button disabled={!canSend}>Send</button>
      )}
    </form>
  )
}
