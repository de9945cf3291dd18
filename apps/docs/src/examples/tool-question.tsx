import { ToolQuestion } from '@antiphon/ui'
import { useState } from 'react'

const schema = {
  type: 'object',
  properties: {
    seats: { type: 'integer', title: 'Seats', minimum: 1 },
    inside: { type: 'boolean', title: 'Inside' },
  },
  required: ['seats'],
}

export function Example() {
  const [answer, setAnswer] = useState<string>()
  if (answer) return <p role="status">{answer}</p>
  return (
    <ToolQuestion
      question={{ type: 'form', message: 'For how many people?', schema }}
      onAnswer={(given) => {
        setAnswer(JSON.stringify(given))
        return Promise.resolve([])
      }}
    />
  )
}
