import { ErrorCard } from '@antiphon/ui'
import { useState } from 'react'

export function Example() {
  const [count, setCount] = useState(0)
  return (
    <>
      <ErrorCard
        error={{
          kind: 'overloaded',
          status: 503,
          message: 'The model is overloaded. Try again in a moment.',
          requestId: 'req_81c',
        }}
        onRetry={() => setCount(count + 1)}
      />
      <p role="status">{count > 0 && `Asked again, ${count} times.`}</p>
    </>
  )
}
