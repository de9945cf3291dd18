'use client'

/** The row of a tool call: its state, name, arguments and result. Classes and elements of its parts are yours. */
import { ToolCallView, type ToolCallViewProps } from '@antiphon/ui'

const slots: ToolCallViewProps['slots'] = {
  name: { className: 'font-medium' },
  elapsed: { className: 'tabular-nums' },
}

export const ToolRow = (props: ToolCallViewProps) => (
  <ToolCallView {...props} slots={slots} className="rounded-lg" />
)
