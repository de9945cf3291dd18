import { useState } from 'react'
import type { Story, StoryMeta } from '../../fixtures/story.js'
import { ToolApproval } from './tool-approval.js'

const meta: StoryMeta = { title: 'Tools/Approval' }
export default meta

const nothing = (): void => {}

function Ask({ destructive = false }: { destructive?: boolean }) {
  const [since] = useState(() => Date.now() - 12_000)
  return (
    <ToolApproval
      name="rollback_deploy"
      arguments='{"service":"checkout","sha":"9f31c2e","region":"eu-west","strategy":"canary"}'
      since={since}
      destructive={destructive}
      onAllow={nothing}
      onAllowInChat={nothing}
      onDeny={nothing}
    />
  )
}

export const One: Story = { render: () => <Ask /> }
export const Destructive: Story = { render: () => <Ask destructive /> }
