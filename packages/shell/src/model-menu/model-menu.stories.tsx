import { ChatError } from '@antiphon/core'
import type { ModelInfo } from '@antiphon/providers'
import { useState } from 'react'
import { Opened } from '../../../ui/src/fixtures/opened.js'
import type { Story, StoryMeta } from '../../../ui/src/fixtures/story.js'
import { ModelMenu } from './model-menu.js'
import type { ModelsQuery } from './models-status.js'

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

const query = (part: Partial<ModelsQuery>): ModelsQuery => ({
  data: undefined,
  error: null,
  isFetching: false,
  refetch: () => {},
  ...part,
})

function Chip({ list }: { list: ModelsQuery }) {
  const [model, setModel] = useState('gpt-4o')
  return (
    <div className="ap:min-h-[34rem]">
      <Opened>
        <ModelMenu
          value={model}
          connection="OpenAI"
          models={list}
          recents={['qwen3:8b']}
          onChange={setModel}
          actions={[{ id: 'connect', label: 'Connect another server', icon: 'open', run: () => {} }]}
        />
      </Opened>
    </div>
  )
}

function Field() {
  const [model, setModel] = useState('')
  return (
    <div className="ap:min-h-[34rem] ap:max-w-md">
      <label htmlFor="model" className="ap:text-row">
        Model
      </label>
      <ModelMenu
        field={{ id: 'model', describedBy: 'model-hint' }}
        value={model}
        models={query({ data: models })}
        onChange={setModel}
      />
      <p id="model-hint">Choose one or type an id.</p>
    </div>
  )
}

export const Families: Story = { render: () => <Chip list={query({ data: models })} /> }
export const NotReadYet: Story = { name: 'List not read yet', render: () => <Chip list={query({})} /> }
export const Reading: Story = { render: () => <Chip list={query({ isFetching: true })} /> }
export const Failed: Story = {
  render: () => (
    <Chip
      list={query({
        error: new ChatError({ kind: 'auth', message: 'The key was not accepted.', status: 401 }),
      })}
    />
  ),
}
export const InAForm: Story = { name: 'In a form', render: () => <Field /> }
