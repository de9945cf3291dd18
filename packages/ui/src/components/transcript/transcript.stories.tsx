import { useState } from 'react'
import { awaitingApproval, checkoutLatency } from '../../fixtures/checkout-latency.js'
import { pastedThread } from '../../fixtures/pasted-thread.js'
import type { Story, StoryMeta } from '../../fixtures/story.js'
import { german } from '../../strings/german.js'
import { StringsProvider } from '../../strings/strings.js'
import { Composer } from '../composer/composer.js'
import { EmptyState } from '../empty-state/empty-state.js'
import { ToolApproval } from '../tool-approval/tool-approval.js'
import type { TranscriptProps } from './transcript-props.js'
import { Transcript } from './transcript.js'

const meta: StoryMeta = { title: 'Screens', parameters: { screen: true } }
export default meta

const nothing = (): void => {}

function Screen(props: TranscriptProps) {
  return (
    <div className="gallery-screen">
      <Transcript className="gallery-fill" showSystem {...props} />
      <Composer model="gpt-4o" onSend={nothing} onFiles={nothing} />
    </div>
  )
}

function CheckoutLatencyScreen() {
  const [now] = useState(() => Date.now())
  const [version, setVersion] = useState(1)
  return (
    <Screen
      messages={checkoutLatency}
      live={awaitingApproval(now)}
      maxOutputTokens={512}
      branchOf={(turn) =>
        turn.key === 'a1' ? { index: version, total: 3, onIndexChange: setVersion } : undefined
      }
      renderApproval={(call) => (
        <ToolApproval
          name={call.call.function.name}
          arguments={call.call.function.arguments}
          since={now - 12_000}
          onAllow={nothing}
          onAllowInChat={nothing}
          onDeny={nothing}
        />
      )}
      onRetry={nothing}
      onContinue={nothing}
      onEditMessage={nothing}
    />
  )
}

export const CheckoutLatency: Story = { render: () => <CheckoutLatencyScreen /> }

export const CheckoutLatencyCompact: Story = {
  render: () => <Screen messages={checkoutLatency} density="compact" maxOutputTokens={512} />,
}

/** The second language of the kit, with its own figures: proof that no word is fixed. */
export const German: Story = {
  render: () => (
    <StringsProvider strings={german} locale="de">
      <Screen messages={checkoutLatency} strings={german} locale="de" maxOutputTokens={512} />
    </StringsProvider>
  ),
}

/** Messages as other systems write them: null content, the old function_call, unknown roles and parts. */
export const AnyArray: Story = { render: () => <Screen messages={pastedThread} /> }

export const Empty: Story = {
  render: () => (
    <Screen
      messages={[]}
      empty={
        <EmptyState
          title="What should we look into?"
          suggestions={[
            'Why is checkout slow today?',
            'Compare two pool sizes under load',
            'Write a post-mortem',
          ]}
          onSuggestion={nothing}
        />
      }
    />
  ),
}

/** Without scripts nothing can be opened, so everything is. */
export const EverythingOpen: Story = { render: () => <Screen messages={checkoutLatency} folds="open" /> }

export const RightToLeft: Story = {
  render: () => (
    <div dir="rtl">
      <Screen messages={checkoutLatency.slice(0, 5)} />
    </div>
  ),
}
