import { useThreadSessions } from '@antiphon/threads/react'
import { useStorageFailure } from '@antiphon/threads/ui'
import { Button } from '@antiphon/ui'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { changePreferences, usePreferences } from '../preferences/preferences.js'
import { type Density, type Theme, Select } from 'app-parts'
import { moveTo, useKeeper } from '../threads/keeping.js'
import { StorageNote } from '../threads/storage-note.js'
import { words } from '../words/words.js'
import { offerQuery } from './proxies.js'

/** The looks of the page, which hold at once. */
export interface Looks {
  theme: Theme
  setTheme: (theme: Theme) => void
  density: Density
  setDensity: (density: Density) => void
}

const { settings: said, shell, conversation } = words

interface ChoiceProps<Value extends string> {
  label: string
  hint?: string
  /** By value, in their order. */
  names: Readonly<Record<Value, string>>
  value: Value
  onChange: (value: Value) => void
}

/** A line of the settings: what it is, and the choice at its end. */
function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, hint, names, value, onChange } = props
  const id = useId()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5">
      <div className="min-w-48 flex-1">
        <label htmlFor={id} className="text-row font-title">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-data text-text-2">
            {hint}
          </p>
        )}
      </div>
      <Select
        id={id}
        className="max-w-60 basis-48"
        aria-describedby={hint ? `${id}-hint` : undefined}
        options={names}
        value={value}
        onChange={(next) => onChange(next as Value)}
      />
    </div>
  )
}

/** How the page looks, and how one reads and writes. */
export function PreferencesPage({ looks }: { looks: Looks }) {
  const { enter, thinking, textSize } = usePreferences()
  const set = changePreferences
  return (
    <>
      <Choice label={shell.theme} names={shell.themes} value={looks.theme} onChange={looks.setTheme} />
      <Choice
        label={shell.density}
        names={shell.densities}
        value={looks.density}
        onChange={looks.setDensity}
      />
      <Choice
        label={conversation.textSize}
        names={conversation.textSizes}
        value={textSize}
        onChange={(next) => set({ textSize: next })}
      />
      <Choice
        label={conversation.enter}
        hint={said.chat.enterHint}
        names={conversation.enterKeys}
        value={enter}
        onChange={(next) => set({ enter: next })}
      />
      <Choice
        label={conversation.thinking}
        hint={said.chat.thinkingHint}
        names={conversation.thinkings}
        value={thinking}
        onChange={(next) => set({ thinking: next })}
      />
    </>
  )
}

export interface DataPageProps {
  onImport: () => void
  /** Absent while there is nothing to export. */
  onExport: (() => void) | undefined
}

/** Where everything is, and how it gets in and out. */
export function DataPage({ onImport, onExport }: DataPageProps) {
  return (
    <>
      <KeeperChoice />
      <StorageNote />
      <Act words={said.data.importHint} button={<Button onClick={onImport}>{said.data.import}</Button>} />
      <Act
        words={said.data.exportHint}
        button={
          <Button aria-disabled={onExport ? undefined : true} onClick={onExport}>
            {said.data.export}
          </Button>
        }
      />
    </>
  )
}

/** Where conversations are kept, with the choice where the server of this page keeps some. */
function KeeperChoice() {
  const keeper = useKeeper()
  const { data: { kept } = {} } = useQuery(offerQuery())
  const sessions = useThreadSessions()
  const [note, setNote] = useState<string>()
  const sayFailure = useStorageFailure()
  const isOnServer = keeper === 'server'
  if (!kept && !isOnServer) return <p className="text-row text-text-2">{said.data.stay}</p>
  const copy = async (): Promise<string> => {
    const { copyThreads } = await import('../threads/copy-threads.js')
    return said.data.copied((await copyThreads(sessions.storage)).threadIds.length)
  }
  return (
    <>
      <Choice
        label={said.data.keeper}
        hint={isOnServer ? said.data.onServer[kept ?? 'none'] : said.data.inBrowser}
        names={said.data.keepers}
        value={keeper}
        onChange={(next) => void sessions.close().then(() => moveTo(next))}
      />
      {isOnServer && kept && (
        <Act
          words={<span role="status">{note ?? said.data.copyHint}</span>}
          button={
            <Button onClick={() => void copy().catch(sayFailure).then(setNote)}>{said.data.copy}</Button>
          }
        />
      )}
    </>
  )
}

function Act({ words: hint, button }: { words: ReactNode; button: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5">
      <p className="min-w-48 flex-1 text-row">{hint}</p>
      {button}
    </div>
  )
}
