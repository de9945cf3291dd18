import { EmptyState } from '@antiphon/ui'
import { useState } from 'react'

export function Example() {
  const [prompt, setPrompt] = useState('')
  return (
    <EmptyState
      title="Ask about an order"
      suggestions={['Where is it?', { label: 'Return', prompt: 'I want to return order 4711.' }]}
      onSuggestion={setPrompt}
    >
      {prompt || 'We answer at once.'}
    </EmptyState>
  )
}
