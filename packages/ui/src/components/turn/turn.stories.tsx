import type { AssistantMessage, LiveStep, Message } from '@antiphon/core'
import { useState } from 'react'
import type { Story, StoryMeta } from '../../fixtures/story.js'
import { prose, storyLive, storyTurns } from '../../fixtures/story-turns.js'
import { TranscriptActionsContext } from '../context/actions-context.js'
import { TurnView } from './turn.js'

const meta: StoryMeta = { title: 'Turn', parameters: { turns: true } }
export default meta

const nothing = (): void => {}
const everything = {
  onRetry: nothing,
  onContinue: nothing,
  onRaiseLimit: nothing,
  onEditMessage: nothing,
  onAddResult: nothing,
  onOpenInWire: nothing,
}

interface TurnsProps {
  answer: Partial<AssistantMessage>
  results?: Message[]
  live?: () => LiveStep
}

function Turns({ answer, results = [], live }: TurnsProps) {
  const [now] = useState(() => live?.())
  const messages: Message[] = [
    { role: 'user', id: 'q1', content: 'Write the incident report.' },
    { role: 'assistant', id: 'a1', content: '', model: 'gpt-4o', ...answer },
    ...results,
  ]
  const turns = storyTurns(messages)
  return (
    <TranscriptActionsContext.Provider value={everything}>
      {turns.map((turn, index) => (
        <TurnView
          key={turn.key}
          turn={turn}
          live={turn.role === 'assistant' ? now : undefined}
          isLast={index === turns.length - 1}
          maxOutputTokens={512}
        />
      ))}
    </TranscriptActionsContext.Provider>
  )
}

const story = (answer: Partial<AssistantMessage>, live?: () => LiveStep): Story => ({
  render: () => <Turns answer={answer} live={live} />,
})

const usage = { inputTokens: 1_530, outputTokens: 512, totalTokens: 2_042, origin: 'reported' as const }
const call = (args: string) => ({
  id: 'call_1',
  type: 'function' as const,
  function: { name: 'write_file', arguments: args },
})

export const Pending = story({}, () => storyLive(600, { phase: 'waiting' }))
export const WaitingLong = story({}, () => storyLive(4_200, { phase: 'waiting' }))
export const TryingAgain = story({}, () =>
  storyLive(4_200, {
    phase: 'waiting',
    retry: {
      attempt: 2,
      at: Date.now() + 8_000,
      error: { kind: 'overloaded', message: 'Service unavailable', status: 503 },
    },
  }),
)
export const StreamingProse = story({ content: prose }, () => storyLive(5_000, { activePart: 'text' }))
export const WrittenInAnotherTab = story({ content: prose }, () =>
  storyLive(5_000, { activePart: 'text', elsewhere: true }),
)
export const Done = story({
  content: prose,
  finishReason: 'stop',
  usage: {
    ...usage,
    cachedInputTokens: 1_024,
    reasoningTokens: 64,
    cost: { amount: 0.0031, currency: 'USD' },
  },
  timing: { startedAt: 0, firstTokenAt: 420, durationMs: 6_700 },
})
export const DoneWithEstimatedUsage = story({
  content: prose,
  finishReason: 'stop',
  usage: { inputTokens: 1_500, outputTokens: 61, origin: 'estimated' },
})
export const EmptyAnswer = story({ finishReason: 'stop' })
export const Cancelled = story({ content: prose, finishReason: 'cancelled' })
export const Truncated = story({ content: prose, finishReason: 'length', usage })
export const RanOutWhileThinking = story({
  reasoning: 'First the timeline. The deploy was at 22:04, the first page at 22:19, and the rollback',
  finishReason: 'length',
})
export const CutOffInACall = story({
  tool_calls: [call('{"path": "report.md", "text": "Between 22:04 and 00')],
  finishReason: 'length',
})
export const FilteredEmpty = story({ finishReason: 'content_filter' })
export const FilteredMidway = story({ content: prose, finishReason: 'content_filter' })
export const Refusal = story({
  refusal: 'I cannot write that report without the logs.',
  finishReason: 'stop',
})
export const Unanswered = story({ tool_calls: [call('{"path":"report.md"}')], finishReason: 'tool_calls' })
export const Continuing = story({ content: 'The pool was cut to' }, () =>
  storyLive(2_600, { phase: 'waiting' }),
)
export const StoppedAfterAResult: Story = {
  render: () => (
    <Turns
      answer={{ tool_calls: [call('{"path":"report.md"}')], finishReason: 'tool_calls' }}
      results={[{ role: 'tool', id: 'r1', tool_call_id: 'call_1', content: 'Saved.' }]}
    />
  ),
}
export const Incomplete = story({ content: prose, finishReason: 'incomplete' })
export const UnknownFinish = story({
  content: prose,
  finishReason: 'other',
  finishReasonRaw: 'max_turns_reached',
})
export const ErrorAfterText = story({
  content: prose,
  finishReason: 'error',
  isError: true,
  error: { kind: 'overloaded', message: 'The engine is overloaded', status: 529 },
})
