import type { ChatErrorData } from '@antiphon/core'
import { useState } from 'react'
import type { Story, StoryMeta } from '../../fixtures/story.js'
import { ErrorCard } from './error-card.js'

const meta: StoryMeta = { title: 'Errors' }
export default meta

const nothing = (): void => {}

function Card({ error, hasText }: { error: () => ChatErrorData; hasText?: boolean }) {
  const [data] = useState(error)
  return (
    <ErrorCard
      error={data}
      hasText={hasText}
      onRetry={nothing}
      onContinue={nothing}
      onOpenSettings={nothing}
      onPickModel={nothing}
      onSummarise={nothing}
      onStartFromHere={nothing}
      onEdit={nothing}
      onRetryWithoutField={nothing}
      onOpenInWire={nothing}
    />
  )
}
const story = (error: ChatErrorData, hasText = false): Story => ({
  render: () => <Card error={() => error} hasText={hasText} />,
})

export const NetworkOrCors = story({
  kind: 'network_or_cors',
  message: 'Failed to fetch',
  host: 'localhost:11434',
})
export const Key = story({
  kind: 'auth',
  message: 'Incorrect API key provided',
  status: 401,
  requestId: 'req_1',
})
export const Billing = story({ kind: 'billing', message: 'You exceeded your current quota', status: 429 })
export const RateLimitCounting: Story = {
  render: () => (
    <Card
      hasText
      error={() => ({
        kind: 'rate_limit',
        message: 'tokens per minute: 29,112 of 30,000 used.',
        status: 429,
        retryAfterMs: 3_600_000,
        occurredAt: Date.now(),
      })}
    />
  ),
}
export const ContextOverflow = story({
  kind: 'context_overflow',
  message: 'maximum context length is 8192 tokens',
  status: 400,
  tokens: { used: 9_120, max: 8_192 },
})
export const NoSuchModel = story({
  kind: 'not_found',
  message: 'The model does not exist',
  status: 404,
  model: 'gpt-9',
})
export const UnsupportedField = story({
  kind: 'unsupported_field',
  message: 'Unknown parameter',
  status: 400,
  field: 'stream_options',
})
export const MalformedLine = story(
  { kind: 'malformed_stream', message: 'Line 12 is not JSON', raw: 'data: {"choices":[{"delta":{"con' },
  true,
)
export const Overloaded = story({ kind: 'overloaded', message: 'Overloaded', status: 529 })
export const ToolLoopLimit = story(
  { kind: 'tool_loop_limit', message: 'Stopped after 8 rounds of tool calls' },
  true,
)
export const OkWithErrorBody = story({
  kind: 'provider',
  message: 'backend exploded',
  status: 200,
  raw: '{"error":"backend exploded"}',
})
export const Timeout = story({ kind: 'timeout', message: 'No byte for 60 s' }, true)
export const InvalidRequest = story({
  kind: 'invalid_request',
  message: "'messages' must contain a user message",
  status: 422,
})
export const EmptyResponse = story({ kind: 'empty_response', message: 'The body was empty', status: 200 })
