import type { ArtifactPlace } from '@antiphon/artifacts/react'
import { useCallback, useMemo, useState } from 'react'
import { offerMessageBox } from '../header.js'
import { useWire, type Wire } from '../wire/use-wire.js'
import type { SideView } from './side-tabs.js'

export interface Side {
  wire: Wire
  /** The artifact of this conversation that is open. */
  artifact: ArtifactPlace | undefined
  /** The one that is seen, where both are open. */
  front: SideView
  /** Nothing is beside the conversation, or only a peek that lies over it. */
  isClosed: boolean
  bring: (view: SideView) => void
  showArtifact: (place: ArtifactPlace) => void
  closeArtifact: () => void
}

/** The side of the conversation: its wire, one of its artifacts, or both behind two tabs. */
export function useSide(threadId: string): Side {
  const wire = useWire()
  const [shown, setShown] = useState<{ threadId: string; place: ArtifactPlace }>()
  const [wanted, setFront] = useState<SideView>('wire')
  const artifact = shown?.threadId === threadId ? shown.place : undefined
  const front = artifact && (wanted === 'artifact' || !wire.isOpen) ? 'artifact' : 'wire'
  const showArtifact = useCallback(
    (place: ArtifactPlace) => {
      setShown({ threadId, place })
      setFront('artifact')
    },
    [threadId],
  )
  const closeArtifact = useCallback(() => {
    setShown(undefined)
    setFront('wire')
    // The panel gives the focus to what opened it. Where that is gone, nothing has it.
    setTimeout(() => document.activeElement === document.body && offerMessageBox())
  }, [])
  return useMemo(() => {
    const isBehind = wire.isOpen && front === 'artifact'
    return {
      wire: {
        ...wire,
        // The button of the wire brings it to the front first.
        toggle: () => {
          setFront('wire')
          if (!isBehind) wire.toggle()
        },
        openAt: (...given) => {
          setFront('wire')
          void wire.openAt(...given)
        },
      },
      artifact,
      front,
      isClosed: (!wire.isOpen || wire.isPeek) && artifact === undefined,
      bring: setFront,
      showArtifact,
      closeArtifact,
    }
  }, [wire, artifact, front, showArtifact, closeArtifact])
}
