'use client'

/** The question before a call runs. It keeps the pause before a press counts and the second press of destructive tools. */
import { ToolApproval, type ToolApprovalProps } from '@antiphon/ui'

export const Approval = (props: ToolApprovalProps) => <ToolApproval {...props} className="my-2" />
