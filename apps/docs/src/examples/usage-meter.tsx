import { UsageMeter } from '@antiphon/ui'

export const Example = () => (
  <UsageMeter
    summary={{
      model: 'gpt-4o',
      usage: { inputTokens: 1_204, outputTokens: 312, origin: 'reported' },
      durationMs: 4_100,
      requests: 1,
    }}
  />
)
