import type { ModelInfo } from '@antiphon/core'
import { useState } from 'react'
import { Opened } from '../../fixtures/opened.js'
import type { Story, StoryMeta } from '../../fixtures/story.js'
import { ModelMenu } from './model-menu.js'

const meta: StoryMeta = { title: 'App/Model menu' }
export default meta

const capabilities = { tools: true, reasoning: true, input: ['text', 'image'] }
const models: ModelInfo[] = [
  { id: 'gpt-4o', description: 'Fast, for most questions.', contextLength: 128_000, capabilities },
  { id: 'gpt-4o-mini', description: 'Smaller and cheaper.', contextLength: 128_000 },
  { id: 'o4-mini', description: 'Thinks before it answers.', contextLength: 200_000 },
  { id: 'qwen3:8b', contextLength: 32_768, capabilities: { tools: true } },
  { id: 'qwen3:32b', contextLength: 32_768, capabilities: { tools: true } },
  { id: 'llama-3.1', contextLength: 8_192 },
  { id: 'harbour-embed', kind: 'embedding' },
]

function Chip({ list }: { list: ModelInfo[] | undefined }) {
  const [model, setModel] = useState('gpt-4o')
  return (
    <div className="ap:min-h-[34rem]">
      <Opened>
        <ModelMenu
          value={model}
          connection="OpenAI"
          models={{ data: list, error: null, isFetching: false, refetch: () => {} }}
          recents={['qwen3:8b']}
          onChange={setModel}
          actions={[{ id: 'connect', label: 'Connect another server', icon: 'open', run: () => {} }]}
        />
      </Opened>
    </div>
  )
}

export const Families: Story = { render: () => <Chip list={models} /> }
export const NotReadYet: Story = { name: 'List not read yet', render: () => <Chip list={undefined} /> }
