import { useShortcuts, type Command } from '@antiphon/react/shortcuts'
import { lazy, Suspense, useState } from 'react'
import { composerKeys } from './composer-keys.js'
import { loadKeySettings, storeKeySettings, type KeySettings } from './stored-bindings.js'

const Palette = lazy(() => import('@antiphon/ui/shell').then((shell) => ({ default: shell.Palette })))
const ShortcutSheet = lazy(() =>
  import('@antiphon/ui/shell').then((shell) => ({ default: shell.ShortcutSheet })),
)

/** The commands of the app by their keys, in a palette, and in a sheet where the keys can be changed. */
export function Keyboard({ commands }: { commands: readonly Command[] }) {
  const [open, setOpen] = useState<'palette' | 'sheet'>()
  const [settings, setSettings] = useState(loadKeySettings)
  const change = (part: Partial<KeySettings>): void => {
    const next = { ...settings, ...part }
    setSettings(next)
    storeKeySettings(next)
  }
  const close = (): void => setOpen(undefined)
  const all: Command[] = [
    { id: 'palette', label: 'Find a command', group: 'App', keys: 'Mod+K', run: () => setOpen('palette') },
    { id: 'shortcuts', label: 'Show the shortcuts', group: 'App', keys: '?', run: () => setOpen('sheet') },
    ...commands,
  ]
  useShortcuts(all, settings)
  return (
    <Suspense>
      {open === 'palette' && <Palette commands={all} bindings={settings.bindings} onClose={close} />}
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
