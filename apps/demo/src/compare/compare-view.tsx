import { ChatProvider, useChatInstance } from '@antiphon/react'
import { Button, Transcript } from '@antiphon/ui'
import { useSyncExternalStore } from 'react'
import type { Comparison, Side } from './create-comparison.js'

export interface CompareViewProps {
  comparison: Comparison
  onKeep: (side: Side) => void
}

/** The answers beside each other; on a narrow screen below each other. */
export function CompareView({ comparison, onKeep }: CompareViewProps) {
  return (
    <div className="grid min-h-0 flex-1 auto-rows-fr gap-3 min-[720px]:grid-cols-2">
      {comparison.sides.map((side, index) => (
        <ChatProvider key={index} chat={side.chat}>
          <Column side={side} onKeep={onKeep} />
        </ChatProvider>
      ))}
    </div>
  )
}

const states = {
  ready: 'Ended',
  submitted: 'Waiting',
  streaming: 'Answering',
  error: 'Failed',
} as const

function Column({ side, onKeep }: { side: Side; onKeep: (side: Side) => void }) {
  const chat = useChatInstance()
  const { status } = useSyncExternalStore(chat.subscribe, chat.getState, chat.getState)
  const runs = status === 'submitted' || status === 'streaming'
  return (
    <section
      aria-label={side.model}
      data-status={status}
      className="flex min-h-64 min-w-0 flex-col overflow-hidden rounded-block border border-line"
    >
      <div className="flex items-center gap-2 border-b border-line px-3 py-1.5">
        <h3 className="min-w-0 flex-1 truncate text-row font-title">{side.model}</h3>
        <span className="text-data text-text-2">{states[status]}</span>
        {runs ? (
          <Button variant="small" aria-label={`Stop ${side.model}`} onClick={() => chat.stop()}>
            Stop
          </Button>
        ) : (
          <Button
            variant="small"
            aria-label={`Keep the answer of ${side.model}`}
            onClick={() => onKeep(side)}
          >
            Keep this one
          </Button>
        )}
      </div>
      <Transcript className="min-h-0 flex-1" />
    </section>
  )
}
