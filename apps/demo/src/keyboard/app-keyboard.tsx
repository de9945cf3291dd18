import { useThreadSessions } from '@antiphon/react/threads'
import { useTransfer } from '../threads/use-transfer.js'
import type { ThreadAddress } from '../threads/use-thread-address.js'
import { appCommands, type AppActions } from './app-commands.js'
import { Keyboard } from './keyboard.js'

export interface AppKeyboardProps extends Omit<
  AppActions,
  'chat' | 'newThread' | 'exportThread' | 'exportAll' | 'importFile'
> {
  address: ThreadAddress
}

/** The app by keys. */
export function AppKeyboard({ address, ...actions }: AppKeyboardProps) {
  const threads = useThreadSessions()
  const { exportToFile, importFromFile, note } = useTransfer()
  const commands = appCommands({
    ...actions,
    chat: () => threads.get(address.threadId)?.chat,
    newThread: address.openNew,
    exportThread: () => void exportToFile(address.threadId),
    exportAll: () => void exportToFile(),
    importFile: () => importFromFile(address.open),
  })
  return (
    <>
      <Keyboard commands={commands} />
      <p role="status" className="sr-only">
        {note}
      </p>
    </>
  )
}
