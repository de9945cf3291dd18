import { ChatError, type ModelInfo } from '@antiphon/core'
import { useState } from 'react'
import { Opened } from '../../fixtures/opened.js'
import type { Story, StoryMeta } from '../../fixtures/story.js'
import { ModelPicker, type ModelsQuery } from './model-picker.js'

const meta: StoryMeta = { title: 'App/Model picker' }
export default meta

const models: ModelInfo[] = [
  {
    id: 'harbour-large',
    name: 'Harbour Large',
    contextLength: 128_000,
    capabilities: { tools: true, reasoning: true, input: ['text', 'image'] },
  },
  { id: 'harbour-small', contextLength: 32_768, capabilities: { tools: true } },
  { id: 'harbour-embed', kind: 'embedding' },
]
const query = (part: Partial<ModelsQuery>): ModelsQuery => ({
  data: undefined,
  error: null,
  isFetching: false,
  refetch: () => {},
  ...part,
})

function Picker({ models: list }: { models: ModelsQuery }) {
  const [value, setValue] = useState('harbour-small')
  return (
    <div className="ap:min-h-72 ap:max-w-md">
      <label htmlFor="model" className="ap:text-row">
        Model
      </label>
      <Opened>
        <ModelPicker
          id="model"
          live
          side="below"
          label="Models"
          value={value}
          models={list}
          onChange={setValue}
        />
      </Opened>
    </div>
  )
}

export const Listed: Story = { render: () => <Picker models={query({ data: models })} /> }
export const Reading: Story = { render: () => <Picker models={query({ isFetching: true })} /> }
export const Failed: Story = {
  render: () => (
    <Picker
      models={query({
        error: new ChatError({ kind: 'auth', message: 'The key was not accepted.', status: 401 }),
      })}
    />
  ),
}
