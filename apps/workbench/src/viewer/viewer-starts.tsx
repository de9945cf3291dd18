import { Icon } from '@antiphon/ui'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { AppIcon, dateLocale } from 'app-parts'
import { englishViewer as said } from '../words/english-viewer.js'
import { forgetRecent, listRecent, type RecentFile } from './recent-files.js'
import type { SampleId } from './samples.js'

const samples: readonly { id: SampleId; icon: ReactNode }[] = [
  { id: 'broken', icon: <Icon name="file" /> },
  { id: 'agent', icon: <Icon name="group" /> },
  { id: 'stream', icon: <AppIcon name="wire" /> },
]

export interface ViewerStartsProps {
  onFile: (file: Blob, name: string) => void
}

/** Below the place for a file: those that were opened before, and some to try. */
export function ViewerStarts({ onFile }: ViewerStartsProps) {
  const [recent, setRecent] = useState<readonly RecentFile[]>([])
  useEffect(() => {
    let isGone = false
    void listRecent().then((files) => isGone || setRecent(files))
    return () => void (isGone = true)
  }, [])
  const open = (id: SampleId) => (): void => {
    void import('./samples.js')
      .then(({ sampleFile }) => sampleFile(id))
      .then((file) => onFile(file, said.samples[id].name))
  }
  return (
    <>
      {recent.length > 0 && (
        <Lines
          title={said.recent}
          note={said.recentNote}
          aside={
            <button
              type="button"
              className="rounded-button px-1.5 text-data text-text-2 hover:bg-hover hover:text-text pointer-coarse:min-h-11"
              onClick={() => void forgetRecent().then(() => setRecent([]))}
            >
              {said.forgetRecent}
            </button>
          }
        >
          {recent.map(({ name, detail, at, blob }) => (
            <Line
              key={name}
              icon={<Icon name="file" />}
              name={name}
              detail={detail}
              time={new Date(at).toLocaleDateString(dateLocale, { day: 'numeric', month: 'short' })}
              onPress={() => onFile(blob, name)}
            />
          ))}
        </Lines>
      )}
      <Lines title={said.tryOne}>
        {samples.map(({ id, icon }) => (
          <Line key={id} icon={icon} {...said.samples[id]} onPress={open(id)} />
        ))}
      </Lines>
    </>
  )
}

interface LinesProps {
  title: string
  note?: string
  aside?: ReactNode
  children: ReactNode
}

function Lines({ title, note, aside, children }: LinesProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-none flex-col">
      <div className="flex items-baseline gap-2 pb-1">
        <h3 id={id} className="text-data font-title text-text-2">
          {title}
        </h3>
        {note && <p className="text-data text-text-3">{note}</p>}
        {aside && <span className="ms-auto">{aside}</span>}
      </div>
      <ul className="m-0 list-none p-0">{children}</ul>
    </section>
  )
}

interface LineProps {
  icon: ReactNode
  name: string
  detail: string
  time?: string
  onPress: () => void
}

function Line({ icon, name, detail, time, onPress }: LineProps) {
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        className="flex min-h-10 w-full items-center gap-3 rounded-button px-1.5 py-1.5 text-start text-row hover:bg-hover pointer-coarse:min-h-11"
        onClick={onPress}
      >
        <span className="flex-none text-text-3">{icon}</span>
        <span dir="auto" className="min-w-0 flex-none truncate font-medium max-[719px]:flex-1">
          {name}
        </span>
        <span className="min-w-0 flex-1 truncate text-end text-data text-text-2 max-[719px]:hidden">
          {detail}
        </span>
        {time && <span className="flex-none text-data text-text-3 tabular-nums">{time}</span>}
      </button>
    </li>
  )
}
