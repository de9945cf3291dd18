import { createChat, type Message } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { Transcript } from '@antiphon/ui'
import { useState } from 'react'
import { scriptedTransport } from '../../../ui/src/fixtures/scripted-transport.js'
import { storyPicture } from '../../../ui/src/fixtures/story-picture.js'
import type { Story, StoryMeta } from '../../../ui/src/fixtures/story.js'
import { picturesView, planView } from './index.js'

const meta: StoryMeta = { title: 'App/Views of tools' }
export default meta

const toolRenderers = { update_plan: planView, make_pictures: picturesView }

interface Made {
  name: string
  args: unknown
  /** Without one the call has not ended. */
  result?: Message & { role: 'tool' }
}

/** An answer with these calls, one after the other. */
function Answer({ calls }: { calls: readonly Made[] }) {
  const messages = calls.flatMap(({ name, args, result }, at): Message[] => [
    {
      id: `a${at}`,
      role: 'assistant',
      content: '',
      finishReason: 'tool_calls',
      tool_calls: [{ id: `c${at}`, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
    },
    ...(result ? [{ ...result, id: `r${at}`, tool_call_id: `c${at}` }] : []),
  ])
  const [chat] = useState(() => createChat({ transport: scriptedTransport(), messages }))
  return (
    <ChatProvider chat={chat}>
      <Transcript toolRenderers={toolRenderers} />
    </ChatProvider>
  )
}

const steps = [
  'Find where the pool is set',
  'Write the change',
  'Try it under load',
  'Roll it out',
  'Tell the team',
]
const shown = { role: 'tool', tool_call_id: '', content: 'Shown.' } as const
const planned = (done: number): Made => ({
  name: 'update_plan',
  args: {
    plan: steps.map((step, at) => ({
      step,
      status: at < done ? 'completed' : at === done ? 'in_progress' : 'pending',
    })),
  },
  result: shown,
})

const wish = { prompt: 'A lighthouse on a point, at four times of the day', count: 4, size: '768x512' }
const picture = { type: 'image_url', image_url: { url: storyPicture } } as const
const pictures = (content: Message['content']): Made => ({
  name: 'make_pictures',
  args: wish,
  result: { ...shown, content },
})

/** The last call is the plan; the earlier one is its row alone. */
export const Plan: Story = { render: () => <Answer calls={[planned(1), planned(3)]} /> }
export const PlanDone: Story = { render: () => <Answer calls={[planned(5)]} /> }
export const Pictures: Story = {
  render: () => <Answer calls={[pictures([picture, picture, picture, picture])]} />,
}
export const OnePicture: Story = { render: () => <Answer calls={[pictures([picture])]} /> }
