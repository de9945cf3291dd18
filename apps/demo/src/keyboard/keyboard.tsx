import { type KeyBindings, useShortcuts, type Command } from '@antiphon/shell'
import { useThreadSessions } from '@antiphon/threads/react'
import { lazy, Suspense } from 'react'
import * as z from 'zod'
import { createStoredValue, useStoredValue } from '../stored-value.js'
import type { Transfer } from '../threads/use-transfer.js'
import type { ThreadAddress } from '../threads/use-thread-address.js'
import { appCommands, type AppActions } from './app-commands.js'
import type { AppPaletteProps } from './app-palette.js'
import { fetchedAhead, useFetchAhead } from './fetch-ahead.js'
import { words } from '../words/words.js'

interface KeySettings {
  bindings: KeyBindings
  /** Keys without a modifier work. */
  singleKeys: boolean
}

const schema = z.object({ bindings: z.record(z.string(), z.string().nullable()), singleKeys: z.boolean() })
const storedKeys = createStoredValue<KeySettings>('keys', schema, { bindings: {}, singleKeys: true })

const box = (label: string, keys: string) => ({ label, keys, group: words.shell.keys.box })

/** Keys of the kit's components, which are theirs and cannot be changed here. */
const composerKeys = [
  box(words.shell.keys.send, 'Enter'),
  box(words.shell.keys.newLine, 'Shift+Enter'),
  box(words.shell.keys.sendAlways, 'Mod+Enter'),
  box(words.shell.keys.editLast, 'ArrowUp'),
  box(words.shell.keys.leave, 'Escape'),
  { label: words.shell.keys.allow, keys: 'Y', group: words.shell.keys.approval },
  { label: words.shell.keys.deny, keys: 'N', group: words.shell.keys.approval },
]

const AppPalette = fetchedAhead(words.shell.commands.search, () =>
  import('./app-palette.js').then((module) => module.AppPalette),
)
const ShortcutSheet = lazy(() =>
  import('@antiphon/shell').then((shell) => ({ default: shell.ShortcutSheet })),
)

/** The dialog that is open over the page: the palette with all commands, or the sheet of keys. */
export type KeyboardDialog = 'palette' | 'sheet' | undefined

interface KeyboardProps {
  commands: readonly Command[]
  open: KeyboardDialog
  onOpen: (dialog: KeyboardDialog) => void
  palette: Omit<AppPaletteProps, 'commands' | 'bindings' | 'initialText' | 'onClose'>
}

/** Keys that people know from other chats, by the command here. The app's own keys come first. */
const alsoKeys: Readonly<Record<string, string>> = {
  shortcuts: 'Mod+/',
  sidebar: 'Mod+Shift+S',
  focus: 'Shift+Escape',
  system: 'Mod+Shift+I',
}

const otherKeys = (commands: readonly Command[]): Command[] =>
  commands.flatMap((command) => {
    const keys = alsoKeys[command.id]
    return keys === undefined ? [] : { ...command, id: `${command.id} too`, keys }
  })

/** The commands of the app by their keys, in a palette, and in a sheet where the keys can be changed. */
function Keyboard({ commands, open, onOpen, palette }: KeyboardProps) {
  const settings = useStoredValue(storedKeys)
  const change = (part: Partial<KeySettings>): void => storedKeys.set({ ...settings, ...part })
  const close = (): void => onOpen(undefined)
  const all: Command[] = [
    {
      id: 'palette',
      label: words.shell.commands.search,
      group: words.shell.commands.app,
      keys: 'Mod+K',
      run: () => onOpen('palette'),
    },
    {
      id: 'shortcuts',
      label: words.shell.commands.shortcuts,
      group: words.shell.commands.app,
      keys: '?',
      run: () => onOpen('sheet'),
    },
    ...commands,
  ]
  useShortcuts([...all, ...otherKeys(all)], settings)
  useFetchAhead(AppPalette)
  return (
    <Suspense>
      {open === 'palette' && (
        <AppPalette {...palette} commands={all} bindings={settings.bindings} onClose={close} />
      )}
      {open === 'sheet' && (
        <ShortcutSheet
          commands={all}
          more={composerKeys}
          bindings={settings.bindings}
          onBindingsChange={(bindings) => change({ bindings })}
          singleKeys={settings.singleKeys}
          onSingleKeysChange={(singleKeys) => change({ singleKeys })}
          onClose={close}
        />
      )}
    </Suspense>
  )
}

export interface AppKeyboardProps extends Omit<
  AppActions,
  'chat' | 'newThread' | 'exportAll' | 'importFile'
> {
  address: ThreadAddress
  transfer: Transfer
  /** Commands from the parts of a conversation. */
  more: readonly Command[]
  open: KeyboardDialog
  onOpen: (dialog: KeyboardDialog) => void
  palette: KeyboardProps['palette']
}

/** The app by keys. */
export function AppKeyboard({
  address,
  transfer,
  more,
  open,
  onOpen,
  palette,
  ...actions
}: AppKeyboardProps) {
  const threads = useThreadSessions()
  const { exportToFile, importFromFile } = transfer
  const commands = appCommands({
    ...actions,
    chat: () => threads.get(address.threadId)?.chat,
    newThread: address.openNew,
    exportAll: () => void exportToFile(),
    importFile: () => importFromFile(address.open),
  })
  return <Keyboard commands={[...commands, ...more]} open={open} onOpen={onOpen} palette={palette} />
}
