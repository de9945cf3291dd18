import { createChat, type Message, type StoredMessage } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { useState } from 'react'
import { Transcript } from '@antiphon/ui'
import { Opened } from '../../../ui/src/fixtures/opened.js'
import { scriptedTransport } from '../../../ui/src/fixtures/scripted-transport.js'
import type { Story, StoryMeta } from '../../../ui/src/fixtures/story.js'
import { VersionsPicker, type VersionsPickerProps } from './versions-picker.js'

const meta: StoryMeta = { title: 'App/Versions' }
export default meta

const at = Date.UTC(2026, 10, 22, 9, 41)
const answer = (id: string, more: Partial<Message>): StoredMessage =>
  ({ id, role: 'assistant', finishReason: 'stop', ...more }) as StoredMessage

const versions = [
  answer('a1', {
    content: 'The pool of **8** fails first: it serves 166 requests a second.',
    model: 'gpt-4o',
    timestamp: at,
    usage: { outputTokens: 288, origin: 'reported' },
    timing: { durationMs: 3_900 },
  }),
  answer('a2', {
    content: 'Eight connections fail first. Each request holds one for 48 ms.',
    model: 'gpt-4o',
    timestamp: at + 180_000,
    usage: { outputTokens: 312, origin: 'reported' },
    timing: { durationMs: 4_100 },
  }),
  answer('a3', {
    content: 'Let us weigh both pools in turn, beginning with the larger one, and',
    model: 'o4-mini',
    timestamp: at + 360_000,
    finishReason: 'length',
    usage: { outputTokens: 1_940, origin: 'reported' },
    timing: { durationMs: 21_000 },
  }),
]

const slots = { BranchPicker: (props: VersionsPickerProps) => <VersionsPicker {...props} /> }

function Answer() {
  const [chat] = useState(() => {
    const made = createChat({ transport: scriptedTransport() })
    const question = made.store.append({ id: 'q', role: 'user', content: 'Which pool fails first?' })
    for (const version of versions) made.store.append(version, { parent: question })
    made.store.activate('a2')
    return made
  })
  return (
    <ChatProvider chat={chat}>
      <div className="ap:min-h-[28rem]">
        <Transcript slots={slots} />
      </div>
    </ChatProvider>
  )
}

export const Closed: Story = { render: () => <Answer /> }
export const Open: Story = {
  render: () => (
    <Opened opener='[aria-haspopup="dialog"]'>
      <Answer />
    </Opened>
  ),
}
