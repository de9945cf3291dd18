import { ToolResult, type ToolRendererProps } from '@antiphon/ui'
import type { findOrder } from './tools.js'

export function OrderCard({ details }: ToolRendererProps<typeof findOrder>) {
  if (!details) return null
  return (
    <div className="order">
      <img src={`/api/orders/${encodeURIComponent(details.id)}/picture`} alt="" />
      <strong>{details.item}</strong> {details.price}, {details.state}
    </div>
  )
}

/** The kit's own view of a result, in sight. */
export const Result = ({ call, title }: Pick<ToolRendererProps, 'call' | 'title'>) =>
  call.result && <ToolResult result={call.result} name={title} />
