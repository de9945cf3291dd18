import { useState } from 'react'
import type { Story, StoryMeta } from '../../fixtures/story.js'
import { ToolApproval, type ToolApprovalProps } from './tool-approval.js'

const meta: StoryMeta = { title: 'Tools/Approval' }
export default meta

const nothing = (): void => {}

const refuse = async (): Promise<string> => 'service: Expected one of checkout, search.'

function Ask(props: Partial<ToolApprovalProps>) {
  const [since] = useState(() => Date.now() - 12_000)
  return (
    <ToolApproval
      name="rollback_deploy"
      arguments='{"service":"checkout","sha":"9f31c2e","region":"eu-west","strategy":"canary"}'
      since={since}
      onAllow={nothing}
      onAllowInChat={nothing}
      onDeny={nothing}
      onEdit={refuse}
      {...props}
    />
  )
}

const long = JSON.stringify({
  service: 'checkout',
  steps: Array.from({ length: 40 }, (_, index) => ({
    wave: index + 1,
    hosts: [`eu-${index}`, `us-${index}`],
  })),
  afterwards: 'delete the old pool',
})

export const One: Story = { render: () => <Ask /> }
export const Destructive: Story = { render: () => <Ask destructive /> }

/** A question of the server that has to be filled in. */
export const WithForm: Story = {
  render: () => (
    <Ask
      name="crew_list"
      arguments='{"ship":"Alma"}'
      message="Who sails?"
      form={{
        message: 'Who sails?',
        from: 'harbour.example',
        schema: {
          type: 'object',
          properties: {
            crew: { type: 'integer', title: 'Crew' },
            cargo: { type: 'string', title: 'Cargo', enum: ['grain', 'oil'] },
          },
          required: ['crew'],
        },
      }}
      onFill={async () => []}
    />
  ),
}

/** Allowing waits until the end has been seen. */
export const LongArguments: Story = { render: () => <Ask arguments={long} /> }
/** The blanks that would push the end out of sight are counted instead. */
export const PaddedArguments: Story = {
  render: () => <Ask arguments={JSON.stringify({ command: `ls${' '.repeat(400)}; rm -rf /srv/pool` })} />,
}
export const EditedArguments: Story = {
  render: () => (
    <Ask originalArguments='{"service":"checkout","sha":"9f31c2e","region":"eu-west","strategy":"all at once"}' />
  ),
}
const code = `const primes = []
for (let n = 2; primes.length < 10; n++) {
  if (primes.every((p) => n % p !== 0)) primes.push(n)
}
return primes.reduce((sum, prime) => sum + prime, 0)`
/** Shows the words that changed in an argument. */
export const EditedCode: Story = {
  render: () => (
    <Ask
      name="run_javascript"
      arguments={JSON.stringify({ code: code.replace('10', '100'), timeout_ms: 10_000 })}
      originalArguments={JSON.stringify({ code, timeout_ms: 10_000 })}
    />
  ),
}
export const ThreeAtOnce: Story = {
  render: () => (
    <div className="ap:flex ap:flex-col ap:gap-2">
      <Ask />
      <Ask name="scale_pool" arguments='{"pool":40}' />
      <Ask name="page_on_call" arguments='{"team":"payments"}' destructive />
    </div>
  ),
}
