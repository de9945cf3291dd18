import type { ChatController } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { threadCost } from '@antiphon/shell'
import { lazy, Suspense } from 'react'
import { changePrompt, promptOf } from '../chat/system-prompts.js'
import { focusMessageBox } from '../header.js'
import { fetchedAhead, useFetchAhead } from '../keyboard/fetch-ahead.js'
import { storedPrices } from '../prices/stored-prices.js'
import { storedPrompts } from '../prompts/stored-prompts.js'
import type { Over } from '../shell/use-actions.js'
import { useStoredValue } from '../stored-value.js'
import { words } from '../words/words.js'

const parts = () => import('./shell-parts.js')
const FindInThread = fetchedAhead(words.actions.find.label, () => parts().then((shell) => shell.FindInThread))
const PriceSheet = lazy(() => parts().then((shell) => ({ default: shell.PriceSheet })))
const PromptSheet = lazy(() => parts().then((shell) => ({ default: shell.PromptSheet })))
const SystemPromptSheet = lazy(() => parts().then((shell) => ({ default: shell.SystemPromptSheet })))
const ExportThread = lazy(() =>
  import('./export-thread.js').then((module) => ({ default: module.ExportThread })),
)

/** The bar that searches the conversation, above its messages. It is fetched before a person types into it. */
export function FindBar({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  useFetchAhead(FindInThread)
  if (!isOpen) return null
  return (
    <div className="absolute end-4 top-1 z-20 max-w-[calc(100%-2rem)]">
      <FindInThread getRoot={() => document.querySelector('main [data-slot="chat"]')} onClose={onClose} />
    </div>
  )
}

export interface ThreadDialogsProps {
  open: Over | undefined
  threadId: string
  chat: ChatController | undefined
  title: string
  /** The system prompt of new conversations. */
  system: string
  /** Id of the model in use. */
  model: string | undefined
  /** Saves the conversation as a file of this app. */
  onSaveThread: () => void
  onClose: () => void
}

/** The dialogs of the conversation on screen. */
export function ThreadDialogs(props: ThreadDialogsProps) {
  const { open, threadId, chat, title, system, model, onSaveThread, onClose } = props
  const prices = useStoredValue(storedPrices)
  const prompts = useStoredValue(storedPrompts)
  return (
    <Suspense>
      {open === 'system' && chat && (
        <SystemPromptSheet
          value={promptOf(chat, system)}
          onSave={(text) => changePrompt(chat, text)}
          onClose={onClose}
        />
      )}
      {open === 'prices' && (
        <PriceSheet
          table={prices}
          cost={
            chat &&
            threadCost(
              chat.store.getTree().nodes.map(({ message }) => message),
              prices,
            )
          }
          model={model}
          onSave={storedPrices.set}
          onClose={onClose}
        />
      )}
      {open === 'prompts' && (
        <PromptSheet
          prompts={prompts}
          onSave={storedPrompts.set}
          onClose={() => {
            onClose()
            focusMessageBox()
          }}
        />
      )}
      {open === 'export' && chat && (
        <ChatProvider chat={chat}>
          <ExportThread threadId={threadId} title={title} onSaveThread={onSaveThread} onClose={onClose} />
        </ChatProvider>
      )}
    </Suspense>
  )
}
