import type { ChatController } from '@antiphon/core'
import { IconButton, RevealedText } from '@antiphon/ui'
import { Modal } from '@antiphon/ui/parts'
import { useId, useRef } from 'react'
import { outlineBranches, type Stretch } from './branch-outline.js'
import { englishVersions as said } from '../words/english-versions.js'

export interface BranchTreeProps {
  chat: ChatController
  onClose: () => void
}

/** All versions of a conversation: where it parts, how each version begins, and which are shown. Choosing one shows it. */
export function BranchTree({ chat, onClose }: BranchTreeProps) {
  const { store } = chat
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const stretches = outlineBranches(store.getTree(), new Set(store.getIds()))
  const show = (stretch: Stretch): void => {
    store.activate(stretch.ids.at(-1)!)
    dialog.current?.close()
  }
  return (
    <Modal ref={dialog} aria-labelledby={`${id}-title`} onClose={onClose}>
      <div className="flex max-h-[calc(100dvh-2rem)] flex-col gap-3 overflow-y-auto p-4 sm:p-5">
        <div className="flex items-center justify-between gap-3">
          <h2 id={`${id}-title`} className="text-prose font-heading">
            {said.title}
          </h2>
          <IconButton icon="close" label={said.close} onClick={() => dialog.current?.close()} />
        </div>
        <Stretches stretches={stretches} onShow={show} />
      </div>
    </Modal>
  )
}

interface StretchesProps {
  stretches: readonly Stretch[]
  onShow: (stretch: Stretch) => void
}

function Stretches({ stretches, onShow }: StretchesProps) {
  return (
    <ul className="m-0 flex list-none flex-col gap-1 border-s border-line ps-3">
      {stretches.map((stretch) => (
        <li key={stretch.ids[0]}>
          <button
            type="button"
            aria-current={stretch.isShown || undefined}
            className="flex min-h-8 w-full items-baseline gap-2 rounded-button px-2 py-1 text-start text-row hover:bg-hover aria-current:font-title pointer-coarse:min-h-11"
            onClick={() => onShow(stretch)}
          >
            <span className="flex-none text-data text-text-2">
              {stretch.role === 'user' ? said.you : stretch.role === 'assistant' ? said.answer : said.note}
            </span>
            <span dir="auto" className="min-w-0 flex-1 truncate">
              <RevealedText text={stretch.label} />
            </span>
            <span className="flex-none text-data text-text-2">
              {stretch.isShown && said.shown}
              {said.messages(stretch.ids.length)}
            </span>
          </button>
          {stretch.versions.length > 0 && <Stretches stretches={stretch.versions} onShow={onShow} />}
        </li>
      ))}
    </ul>
  )
}
