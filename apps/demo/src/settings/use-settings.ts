import { useCallback, useState } from 'react'
import { originOf, type Key, type Settings } from './settings.js'
import { loadSettings, storeSettings } from './stored-settings.js'

export interface SettingsControl {
  settings: Settings
  /** Undefined: requests leave without a key. */
  key: Key | undefined
  /** Takes over some settings and remembers them. */
  change(change: Partial<Settings>): void
  /** Keeps a key for the origin of `baseUrl` until the tab closes; undefined forgets it. */
  setKey(value: string | undefined, baseUrl: string): void
}

export function useSettings(): SettingsControl {
  const [settings, setSettings] = useState(loadSettings)
  const [key, setKeyState] = useState<Key>()
  const change = useCallback(
    (part: Partial<Settings>) => {
      const next = { ...settings, ...part }
      setSettings(next)
      storeSettings(next)
    },
    [settings],
  )
  const setKey = useCallback((value: string | undefined, baseUrl: string) => {
    const origin = originOf(baseUrl)
    setKeyState(value && origin ? { value, origin } : undefined)
  }, [])
  return { settings, key, change, setKey }
}
