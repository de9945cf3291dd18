import { useComposer } from '@antiphon/react'
import { Button, Chat, type ComposerProps } from '@antiphon/ui'

function Box({ status, queue = [], onStop }: ComposerProps) {
  const { fieldProps, submit, busy, stop, canSend } = useComposer({ status, onStop })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {queue.length > 0 && <p>{queue.length} waiting</p>}
      <textarea aria-label="Message" {...fieldProps} />
      {busy ? (
        <Button onClick={stop}>Stop</Button>
      ) : (
        <Button type="submit" variant="primary" aria-disabled={!canSend}>
          Send
        </Button>
      )}
    </form>
  )
}

const slots = { Composer: Box }

export const OwnComposer = () => <Chat slots={slots} />
