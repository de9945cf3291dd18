import { useRef, useState, type ClipboardEvent, type DragEvent } from 'react'

export interface FileDrop {
  /** Files are being dragged over it. */
  over: boolean
  handlers: {
    onDragEnter?: (event: DragEvent) => void
    onDragOver?: (event: DragEvent) => void
    onDragLeave?: (event: DragEvent) => void
    onDrop?: (event: DragEvent) => void
  }
  onPaste?: (event: ClipboardEvent) => void
}

/** Files dropped or pasted. Does nothing without a taker, so that text drops keep working. */
export function useFileDrop(onFiles: ((files: File[]) => void) | undefined): FileDrop {
  const [over, setOver] = useState(false)
  // Enter and leave come for every child on the way; the target is left when as many were left as entered.
  const depth = useRef(0)
  if (!onFiles) return { over: false, handlers: {} }

  const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')
  return {
    over,
    handlers: {
      onDragEnter: (event) => {
        if (!hasFiles(event)) return
        depth.current++
        setOver(true)
      },
      onDragOver: (event) => {
        if (hasFiles(event)) event.preventDefault()
      },
      onDragLeave: () => {
        depth.current = Math.max(0, depth.current - 1)
        if (depth.current === 0) setOver(false)
      },
      onDrop: (event) => {
        depth.current = 0
        setOver(false)
        if (!hasFiles(event)) return
        event.preventDefault()
        onFiles([...event.dataTransfer.files])
      },
    },
    onPaste: (event) => {
      const files = [...event.clipboardData.files]
      if (files.length === 0) return
      event.preventDefault()
      onFiles(files)
    },
  }
}
