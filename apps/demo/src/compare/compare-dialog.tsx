import { useChatInstance } from '@antiphon/react'
import { Button } from '@antiphon/ui'
import { useEffect, useId, useRef, useState } from 'react'
import { beginThread } from '../chat/begin-thread.js'
import type { ModelsQuery } from '@antiphon/ui/shell'
import { CompareForm } from './compare-form.js'
import { CompareView } from './compare-view.js'
import { createComparison, type Comparison } from './create-comparison.js'

export interface CompareDialogProps {
  models: ModelsQuery
  model: string
  /** Opens a conversation that has not begun. */
  system: string
  onClose: () => void
}

/** Asks two models the same question, shows both answers, and leaves them in the conversation as versions. */
export function CompareDialog({ models, model, system, onClose }: CompareDialogProps) {
  const chat = useChatInstance()
  const [comparison, setComparison] = useState<Comparison>()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  useEffect(() => () => comparison?.stop(), [comparison])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      className={`m-auto max-h-[calc(100dvh-2rem)] max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-bubble border border-line bg-bg p-0 text-text shadow-float ${
        comparison ? 'h-[calc(100dvh-2rem)] w-[80rem]' : 'w-[36rem]'
      }`}
      onClose={onClose}
    >
      <div className="flex h-full min-h-0 flex-col gap-4 p-4 sm:p-5">
        <div className="flex items-center justify-between gap-3">
          <h2 id={`${id}-title`} className="text-prose font-heading">
            Two models side by side
          </h2>
          <Button onClick={() => dialog.current?.close()}>Close</Button>
        </div>
        {comparison ? (
          <CompareView
            comparison={comparison}
            onKeep={(side) => {
              comparison.stop()
              comparison.keep(side)
              dialog.current?.close()
            }}
          />
        ) : (
          <CompareForm
            models={models}
            model={model}
            onAsk={(text, both) => {
              beginThread(chat, system)
              setComparison(createComparison(chat, text, both))
            }}
          />
        )}
      </div>
    </dialog>
  )
}
