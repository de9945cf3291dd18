import { ModelMenu } from '@antiphon/shell'
import { useState } from 'react'

// In your app: useModels(endpoint) of @antiphon/shell/models.
const models = {
  data: [
    { id: 'gpt-4o', description: 'Fast, for most questions.', contextLength: 128_000 },
    { id: 'o4-mini', description: 'Thinks before it answers.', contextLength: 200_000 },
    { id: 'qwen3:8b', contextLength: 32_768 },
  ],
  error: null,
  isFetching: false,
  refetch: () => {},
}

export function Example() {
  const [model, setModel] = useState('gpt-4o')
  return <ModelMenu value={model} models={models} recents={['qwen3:8b']} onChange={setModel} />
}
