import { type KeyBindings, useShortcuts, type Command } from '@antiphon/shell'
import { lazy, Suspense } from 'react'
import * as z from 'zod'
import { createStoredValue, useStoredValue } from '../stored-value.js'
import type { Action } from '../shell/use-actions.js'
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

const AppPalette = fetchedAhead(words.actions.palette.label, () =>
  import('./app-palette.js').then((module) => module.AppPalette),
)
const ShortcutSheet = lazy(() =>
  import('../conversation/shell-parts.js').then((parts) => ({ default: parts.ShortcutSheet })),
)

export interface KeyboardProps {
  actions: readonly Action[]
  open: 'palette' | 'shortcuts' | undefined
  onClose: () => void
  palette: Omit<AppPaletteProps, 'actions' | 'bindings' | 'initialText' | 'onClose'>
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

/** The actions of the app by their keys, in a palette, and in a sheet where the keys can be changed. */
export function Keyboard({ actions, open, onClose, palette }: KeyboardProps) {
  const settings = useStoredValue(storedKeys)
  const change = (part: Partial<KeySettings>): void => storedKeys.set({ ...settings, ...part })
  useShortcuts([...actions, ...otherKeys(actions)], settings)
  useFetchAhead(AppPalette)
  return (
    <Suspense>
      {open === 'palette' && (
        <AppPalette {...palette} actions={actions} bindings={settings.bindings} onClose={onClose} />
      )}
      {open === 'shortcuts' && (
        <ShortcutSheet
          commands={actions}
          more={composerKeys}
          bindings={settings.bindings}
          onBindingsChange={(bindings) => change({ bindings })}
          singleKeys={settings.singleKeys}
          onSingleKeysChange={(singleKeys) => change({ singleKeys })}
          onClose={onClose}
        />
      )}
    </Suspense>
  )
}
