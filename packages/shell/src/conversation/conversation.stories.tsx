import { createChat, type ChatController, type Message } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { useEffect, useRef, useState } from 'react'
import { Button, Chat, Composer, MessageActions, type MessageActionsProps, Transcript } from '@antiphon/ui'
import { scriptedTransport } from '../../../ui/src/fixtures/scripted-transport.js'
import type { Story, StoryMeta } from '../../../ui/src/fixtures/story.js'
import { AnswerFeedback } from './answer-feedback.js'
import { FollowUps } from './follow-ups.js'
import { FindInThread } from './find-in-thread.js'
import { MessageMenu, RemovedNote } from './message-menu.js'
import { PriceSheet } from './price-sheet.js'
import { PromptSheet } from './prompt-sheet.js'
import { QuoteSelection } from './quote-selection.js'
import { removalsOf } from './removals.js'
import { SourceCards } from '../source-cards/source-cards.js'
import { SlashCommands } from './slash-commands.js'
import { SystemPromptNotice, SystemPromptSheet } from './system-prompt-sheet.js'
import { TokenSheet } from '../tokens/token-sheet.js'

const meta: StoryMeta = { title: 'App/Conversation' }
export default meta

const thread: Message[] = [
  { id: 's', role: 'system', content: 'You look after the checkout service. Answer briefly.' },
  { id: 'q1', role: 'user', content: 'Why was the checkout slow?' },
  {
    id: 'a1',
    role: 'assistant',
    content: 'Its **connection pool** was reduced from 40 to 8, so requests queued for a free connection.',
    finishReason: 'stop',
    metadata: { 'antiphon.feedback': 'good' },
  },
  { id: 'q2', role: 'user', content: 'Since when?' },
  { id: 'a2', role: 'assistant', content: 'Since 22:04, when the pool shrank.', finishReason: 'stop' },
]

const slots = {
  MessageActions: (props: MessageActionsProps) => (
    <MessageActions {...props}>
      <AnswerFeedback message={props.message} />
      <MessageMenu message={props.message} getText={props.getText} />
    </MessageActions>
  ),
  SystemNotice: SystemPromptNotice,
}

/** A chat at rest. `prepare` brings it into the state of the story. */
function Thread({ finds, prepare }: { finds?: boolean; prepare?: (chat: ChatController) => void }) {
  const [chat] = useState(() => {
    const made = createChat({ transport: scriptedTransport(), messages: thread })
    prepare?.(made)
    return made
  })
  const place = useRef<HTMLDivElement>(null)
  const [isFinding, setFinding] = useState(finds ?? false)
  return (
    <ChatProvider chat={chat}>
      {isFinding && <FindInThread getRoot={() => place.current} onClose={() => setFinding(false)} />}
      <div ref={place}>
        <Transcript slots={slots} showSystem />
      </div>
      <RemovedNote />
    </ChatProvider>
  )
}

/** How sure a model was of each token, with what else it could have written. */
const sureness = [
  ['Since', 0.98],
  [' 22', 0.42, [' 21', 0.31], [' yesterday', 0.2]],
  [':', 0.99],
  ['04', 0.07, ['00', 0.55], ['30', 0.12]],
  [',', 0.97],
  [' when', 0.83, [' as', 0.1]],
  [' the', 1],
  [' pool', 0.71, [' queue', 0.2]],
  [' shrank', 0.36, [' was', 0.5]],
  ['.', 1],
] as const

function Tokens({ onClose }: { onClose: () => void }) {
  const [chat] = useState(() =>
    createChat({ endpoint: { baseUrl: 'http://localhost:8080/v1' }, messages: thread }),
  )
  const content = sureness.map(([token, probability, ...others]) => ({
    token,
    logprob: Math.log(probability),
    top_logprobs: others.map(([other, p]) => ({ token: other, logprob: Math.log(p) })),
  }))
  const message = {
    id: 'a2',
    role: 'assistant' as const,
    content: 'Since 22:04, when the pool shrank.',
    logprobs: { content },
  }
  return <TokenSheet chat={chat} message={message} onClose={onClose} />
}

function Opened({ children }: { children: (close: () => void) => React.ReactNode }) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open && children(() => setOpen(false))}
    </>
  )
}

export const ThumbsAndMenu: Story = { name: 'Thumbs, menu, system prompt', render: () => <Thread /> }
export const Find: Story = { name: 'Find in the thread', render: () => <Thread finds /> }
export const Deleted: Story = {
  name: 'Deleted, with undo',
  render: () => <Thread prepare={(chat) => removalsOf(chat).remove('from', 'q2')} />,
}
export const SystemPrompt: Story = {
  name: 'System prompt',
  render: () => (
    <Opened>
      {(close) => (
        <SystemPromptSheet
          value="You look after the checkout service. Answer briefly."
          onSave={() => {}}
          onClose={close}
        />
      )}
    </Opened>
  ),
}

function Box() {
  const [value, setValue] = useState('/')
  return (
    <div style={{ paddingBlockStart: 200 }}>
      <SlashCommands
        commands={[
          { name: 'new', detail: 'New conversation', run: () => {} },
          { name: 'find', detail: 'Find in this conversation', run: () => {} },
          { name: 'explain', text: 'Explain {input} to a newcomer, with one example.' },
        ]}
        value={value}
        onValueChange={setValue}
      >
        <Composer value={value} onValueChange={setValue} onSend={() => false} />
      </SlashCommands>
    </div>
  )
}

const asksNext = {
  MessageActions: (props: MessageActionsProps) => (
    <>
      <MessageActions {...props} />
      <FollowUps
        message={props.message}
        suggestions={['How full was the pool?', 'Who set it to 8?', 'Put both pools in a table']}
      />
    </>
  ),
}

/** A chat with its box, so that a press has a place to write. */
function WithBox({ selects }: { selects?: string }) {
  const [chat] = useState(() => createChat({ transport: scriptedTransport(), messages: thread }))
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const bold = place.current?.querySelector('[data-slot="turn"] strong')
    if (selects !== undefined && bold) getSelection()?.selectAllChildren(bold)
  }, [selects])
  return (
    <div ref={place} style={{ blockSize: 560 }}>
      <ChatProvider chat={chat}>
        <Chat transcript={{ slots: asksNext }} composer={{ toolsSlot: <QuoteSelection key="quote" /> }} />
      </ChatProvider>
    </div>
  )
}
const cited: Message[] = [
  {
    id: 'c',
    role: 'assistant',
    content: 'The pool was reduced from 40 to 8. It has 40 again.',
    finishReason: 'stop',
    annotations: [
      {
        type: 'url_citation',
        url_citation: {
          url: 'https://changes.example/9f31c2e',
          title: 'Change 9f31c2e',
          content: 'Sets the pool of checkout to 8, as on the machine of the author.',
          start_index: 0,
          end_index: 34,
        },
      },
    ],
  },
]

/** The card of a mark as it appears under a pointer that rests. */
function WithCard() {
  const [chat] = useState(() => createChat({ transport: scriptedTransport(), messages: cited }))
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const look = (): void => {
      place.current
        ?.querySelector('[data-slot="source-mark"] a')
        ?.dispatchEvent(new PointerEvent('pointerover', { pointerType: 'mouse', bubbles: true }))
    }
    // Marks are drawn by code that is loaded with the first answer.
    const seen = new MutationObserver(look)
    seen.observe(place.current!, { childList: true, subtree: true })
    look()
    return () => seen.disconnect()
  }, [])
  return (
    <div ref={place} style={{ blockSize: 320 }}>
      <ChatProvider chat={chat}>
        <SourceCards />
        <Transcript />
      </ChatProvider>
    </div>
  )
}
export const SourceCard: Story = { name: 'Card of a source', render: () => <WithCard /> }

export const AsksNext: Story = { name: 'Next questions', render: () => <WithBox /> }
export const Quote: Story = { name: 'Quote a selection', render: () => <WithBox selects="strong" /> }

export const Slash: Story = { name: 'Slash commands', render: () => <Box /> }
export const Prompts: Story = {
  name: 'Prompt library',
  render: () => (
    <Opened>
      {(close) => (
        <PromptSheet
          prompts={[
            { name: 'explain', text: 'Explain {input} to a newcomer, with one example.' },
            { name: 'shorter', text: 'Say the same in half the words.' },
          ]}
          onSave={() => {}}
          onClose={close}
        />
      )}
    </Opened>
  ),
}
export const Prices: Story = {
  name: 'Prices per model',
  render: () => (
    <Opened>
      {(close) => (
        <PriceSheet
          table={{ currency: 'USD', models: [{ model: 'gpt-4o*', input: 2.5, output: 10, cached: 1.25 }] }}
          model="qwen3:8b"
          cost={{ tokens: 51_252, costs: [{ amount: 0.1742, currency: 'USD' }], unpriced: 2 }}
          onSave={() => {}}
          onClose={close}
        />
      )}
    </Opened>
  ),
}
export const TokenProbabilities: Story = {
  name: 'How sure the model was of each token',
  render: () => <Opened>{(close) => <Tokens onClose={close} />}</Opened>,
}
