import type { Message } from '@antiphon/core'
import type { Story, StoryMeta } from '../../fixtures/story.js'
import { SystemNotice } from './system-notice.js'

const meta: StoryMeta = { title: 'Notices/System' }
export default meta

const story = (message: Message): Story => ({ render: () => <SystemNotice message={message} /> })

export const SystemPrompt = story({
  role: 'system',
  content: 'You look after the checkout service. Answer briefly.',
})
export const DeveloperPrompt = story({ role: 'developer', content: 'Prices in euros.' })
export const Context = story({ role: 'user', kind: 'context', content: 'The on-call engineer is Ana.' })
export const UnknownRole = story({
  role: 'critic',
  content: 'The night train would be cheaper.',
} as unknown as Message)
