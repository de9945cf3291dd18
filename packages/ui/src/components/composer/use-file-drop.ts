import { useEffect, useRef, useState, type ClipboardEvent, type RefObject } from 'react'

/** Takes files; `folders` are the names of dropped folders, which browsers hand over without their files. */
export type TakeFiles = (files: File[], folders: string[]) => void

/**
 * Files dropped on the element, or on the whole chat around it. Without a taker it does nothing, so that drops of text
 * keep working.
 *
 * @param reach `self`: only the element; what it takes, the chat around it does not take again.
 * @returns whether files are being dragged over it.
 */
export function useFileDrop(
  element: RefObject<HTMLElement | null>,
  take: TakeFiles | undefined,
  reach: 'chat' | 'self' = 'chat',
): boolean {
  const [over, setOver] = useState(false)
  const latest = useRef(take)
  useEffect(() => void (latest.current = take))
  const enabled = take !== undefined

  useEffect(() => {
    const around = reach === 'chat' ? element.current?.closest<HTMLElement>('[data-slot="chat"]') : undefined
    const target = around ?? element.current
    if (!target || !enabled) return
    // Enter and leave come for every child on the way; the target is left when as many were left as entered.
    let depth = 0
    const stop = new AbortController()
    const on = (
      type: 'dragenter' | 'dragover' | 'dragleave' | 'drop',
      listener: (event: DragEvent) => void,
    ) =>
      target.addEventListener(
        type,
        (event) => {
          if (event.dataTransfer?.types.includes('Files')) listener(event)
        },
        { signal: stop.signal },
      )
    const move = (by: number): void => {
      depth = Math.max(0, depth + by)
      setOver(depth > 0)
    }
    on('dragenter', () => move(1))
    on('dragleave', () => move(-1))
    on('dragover', (event) => event.preventDefault())
    on('drop', (event) => {
      move(-Infinity)
      if (event.defaultPrevented) return
      event.preventDefault()
      const { files, folders } = readTransfer(event.dataTransfer!)
      if (files.length > 0 || folders.length > 0) latest.current?.(files, folders)
    })
    return () => {
      stop.abort()
      setOver(false)
    }
  }, [element, enabled, reach])
  return over && enabled
}

/** Files of a paste. Undefined when there are none: then it is a paste of text. */
export function pastedFiles(event: ClipboardEvent): File[] | undefined {
  const files = [...event.clipboardData.files]
  return files.length > 0 ? files : undefined
}

/** Must run while the event is dispatched: afterwards the entries are gone. */
function readTransfer(transfer: DataTransfer): { files: File[]; folders: string[] } {
  const folders: string[] = []
  const files = [...transfer.items].flatMap((item) => {
    if (item.kind !== 'file') return []
    const entry = item.webkitGetAsEntry()
    if (entry?.isDirectory) folders.push(entry.name)
    return entry?.isDirectory ? [] : (item.getAsFile() ?? [])
  })
  return { files, folders }
}
