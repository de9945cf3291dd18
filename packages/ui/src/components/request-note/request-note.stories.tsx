import type { Story, StoryMeta } from '../../fixtures/story.js'
import { prose, storyStep } from '../../fixtures/story-turns.js'
import { AssistantMessageView } from '../assistant-message/assistant-message.js'

const meta: StoryMeta = { title: 'Notices/Request' }
export default meta

const story = (request: Parameters<typeof storyStep>[0]['request']): Story => ({
  render: () => <AssistantMessageView step={storyStep({ content: prose, finishReason: 'stop', request })} />,
})

const usageChunk = {
  field: 'stream_options',
  change: 'sent without it',
  said: "Unrecognized request argument supplied: 'stream_options'",
}

export const Healed = story({ profile: 'generic', healed: [usageChunk] })
export const HealedTwice = story({
  profile: 'generic',
  healed: [
    usageChunk,
    {
      field: 'reasoning_content',
      change: 'sent back on every answer, empty ones too',
      said: 'The reasoning_content in the thinking mode must be passed back to the API.',
    },
  ],
})
export const Continued = story({
  profile: 'mistral',
  continued: [{ at: 40, way: 'prefill', after: 'length' }],
})
export const ContinuedTwice = story({
  profile: 'generic',
  continued: [
    { at: 40, way: 'prefill', after: 'length' },
    {
      at: 90,
      way: 'follow_up',
      after: 'incomplete',
      asked: 'Go on with your last answer from where it stops.',
    },
  ],
})
export const Unread = story({ profile: 'generic', unreadLines: 2 })
export const TriedAgain = story({ profile: 'generic', retries: 2 })
