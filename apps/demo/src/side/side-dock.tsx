import { useThread } from '@antiphon/threads/react'
import { lazy, Suspense, useEffect } from 'react'
import { framePage } from '../mcp/frame-page.js'
import { words } from '../words/words.js'
import { SideTabs } from './side-tabs.js'
import type { Side } from './use-side.js'

const SidePanel = lazy(() => import('./side-panel.js').then((module) => ({ default: module.SidePanel })))
const WirePanel = lazy(() =>
  import('../wire/wire-panel.js').then((module) => ({ default: module.WirePanel })),
)
const ArtifactPanel = lazy(() =>
  import('@antiphon/artifacts/react').then((module) => ({ default: module.ArtifactPanel })),
)

/** The side of a thread. The wire is recorded from the start, so that it can be opened afterwards. */
export function SideDock({ threadId, side }: { threadId: string; side: Side }) {
  const { chat } = useThread(threadId)
  const { wire, artifact, front } = side
  useEffect(() => {
    // When the recorder cannot be loaded, the panel says that nothing was recorded.
    void import('../wire/wire-recorder.js').then(({ recorderOf }) => recorderOf(chat)).catch(() => {})
  }, [chat])
  if (!wire.isOpen && !artifact) return null
  const isArtifact = front === 'artifact' && artifact !== undefined
  return (
    <Suspense>
      <SidePanel
        key={threadId}
        label={isArtifact ? words.shell.artifact : words.shell.wire}
        isPeek={wire.isPeek && !artifact}
        onKeep={wire.keep}
        onClose={isArtifact ? side.closeArtifact : wire.close}
        tabs={artifact && wire.isOpen && <SideTabs value={front} onChange={side.bring} />}
      >
        {(edge) =>
          isArtifact ? (
            <ArtifactPanel
              chat={chat}
              shown={artifact}
              onShow={side.showArtifact}
              onClose={side.closeArtifact}
              framePage={framePage()}
            >
              {edge}
            </ArtifactPanel>
          ) : (
            <WirePanel chat={chat} wire={wire} edge={edge} />
          )
        }
      </SidePanel>
    </Suspense>
  )
}
