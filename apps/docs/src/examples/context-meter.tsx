import { ContextMeter } from '@antiphon/shell'

export const Example = () => (
  <div style={{ display: 'flex', gap: 24 }}>
    <ContextMeter used={23_040} limit={128_000} />
    <ContextMeter used={104_000} limit={128_000} />
    <ContextMeter used={131_000} limit={128_000} />
  </div>
)
