import { Button } from '@antiphon/ui'
import { useEffect, useEffectEvent, type RefObject, useId, useRef, useState, type ReactNode } from 'react'
import { inputClass, AppIcon, locale } from 'app-parts'
import type { Reading } from './use-reading.js'
import { englishViewer as said } from '../words/english-viewer.js'

/** Takes files that are dropped on an element, before the app behind it attaches them. */
export function useFileDrop(target: RefObject<HTMLElement | null>, onFile: (file: File) => void): void {
  const take = useEffectEvent(onFile)
  useEffect(() => {
    const element = target.current
    if (!element) return
    const over = (event: DragEvent): void => event.preventDefault()
    const drop = (event: DragEvent): void => {
      event.preventDefault()
      event.stopPropagation()
      const [file] = event.dataTransfer?.files ?? []
      if (file) take(file)
    }
    element.addEventListener('dragover', over)
    element.addEventListener('drop', drop)
    return () => {
      element.removeEventListener('dragover', over)
      element.removeEventListener('drop', drop)
    }
  }, [target])
}

export interface ViewerInputProps {
  reading: Reading
  onFile: (file: Blob, name: string) => void
  onCancel: () => void
  /** Shows the open thread; absent when it has no message. */
  onThread?: () => void
  /** Stands below the place for a file. */
  children?: ReactNode
}

/** Where a transcript comes from: a file, a text that is pasted, or the open thread. */
export function ViewerInput({ reading, onFile, onCancel, onThread, children }: ViewerInputProps) {
  const [text, setText] = useState('')
  const file = useRef<HTMLInputElement>(null)
  const id = useId()
  if (reading.state === 'reading') return <Progress {...reading} onCancel={onCancel} />

  return (
    <form
      className="mx-auto flex min-h-0 w-full max-w-[41rem] flex-1 flex-col gap-3 pt-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') onFile(new Blob([text]), said.pasted)
      }}
    >
      <div className="flex flex-none flex-col items-center gap-2 rounded-approval border border-dashed border-field bg-surface px-5 py-8 text-center">
        <AppIcon name="folder" className="size-5 text-accent" />
        <h3 className="text-[16px] leading-6 font-heading">{said.drop}</h3>
        <p className="max-w-[36rem] text-row text-text-2">{said.dropText}</p>
        <div className="flex flex-wrap justify-center gap-2 pt-2">
          <Button variant="primary" onClick={() => file.current?.click()}>
            {said.chooseFile}
          </Button>
          {onThread && <Button onClick={onThread}>{said.takeCurrent}</Button>}
          <input
            ref={file}
            type="file"
            className="hidden"
            aria-label={said.file}
            onChange={({ target }) => {
              const [chosen] = target.files ?? []
              if (chosen) onFile(chosen, chosen.name)
            }}
          />
        </div>
        <p className="pt-1 text-data text-text-3">
          {said.stays} {/* Beside the app: an answer may be running here. */}
          <a
            href="sessions/index.html"
            target="_blank"
            rel="noopener"
            className="inline-flex items-center text-text-2 underline underline-offset-2 hover:text-text pointer-coarse:min-h-11"
          >
            {said.openFolder}
          </a>
        </p>
      </div>
      {children}
      <label htmlFor={`${id}-text`} className="text-row font-title">
        {said.paste}
      </label>
      <textarea
        id={`${id}-text`}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        placeholder='[{ "role": "user", "content": "…" }]'
        className={`${inputClass} h-28! min-h-28 flex-none resize-y py-2 font-mono text-code`}
      />
      {reading.state === 'failed' && (
        <p role="alert" className="rounded-block bg-danger-soft px-3 py-2 text-row text-danger">
          {reading.name}: {reading.message}
        </p>
      )}
      <div>
        <Button type="submit" aria-disabled={text.trim() === '' || undefined}>
          {said.openPasted}
        </Button>
      </div>
    </form>
  )
}

interface ProgressProps {
  name: string
  bytes: number
  size: number
  onCancel: () => void
}

function Progress({ name, bytes, size, onCancel }: ProgressProps) {
  const id = useId()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 400)
    return () => clearTimeout(timer)
  }, [])
  // A file that is read at once needs no progress bar that flashes.
  if (!isLong) return <output className="sr-only">{said.reading(name)}</output>
  return (
    <div className="flex flex-col gap-3" role="group" aria-labelledby={`${id}-name`}>
      <p id={`${id}-name`} dir="auto" className="truncate text-row font-title">
        {said.reading(name)}
      </p>
      <progress
        aria-labelledby={`${id}-name`}
        className="h-2 w-full accent-accent"
        max={size}
        value={bytes}
      />
      <p className="text-data text-text-2">{said.readOf(megabytes(bytes), megabytes(size))}</p>
      <div>
        <Button onClick={onCancel}>{said.cancel}</Button>
      </div>
    </div>
  )
}

const megabytes = (bytes: number): string =>
  bytes < 1e5
    ? `${(bytes / 1e3).toLocaleString(locale, { maximumFractionDigits: 1 })} kB`
    : `${(bytes / 1e6).toLocaleString(locale, { maximumFractionDigits: 1 })} MB`
