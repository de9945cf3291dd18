import { Button } from '@antiphon/ui'
import { useEffect, useEffectEvent, useRef } from 'react'
import { droppedFiles, namedFiles, type NamedFile } from './files-source.js'
import { words } from './words.js'

/** Takes what is dropped anywhere on the page. */
export function useDrop(onFiles: (files: NamedFile[]) => void): void {
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const over = (event: DragEvent): void => event.preventDefault()
    const drop = (event: DragEvent): void => {
      event.preventDefault()
      if (event.dataTransfer)
        void droppedFiles(event.dataTransfer).then((files) => files.length > 0 && take(files))
    }
    document.addEventListener('dragover', over)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('drop', drop)
    }
  }, [])
}

/** Two buttons: files, or all files of a folder. */
export function OpenFiles({ onFiles }: { onFiles: (files: NamedFile[]) => void }) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const take = (input: HTMLInputElement): void => {
    if (input.files && input.files.length > 0) onFiles(namedFiles(input.files))
    // The same one can be opened again.
    input.value = ''
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="primary" onClick={() => files.current?.click()}>
        {words.openFiles}
      </Button>
      <Button onClick={() => folder.current?.click()}>{words.openFolder}</Button>
      <input
        ref={files}
        type="file"
        multiple
        className="hidden"
        aria-label={words.openFiles}
        onChange={({ target }) => take(target)}
      />
      <input
        ref={(input) => {
          folder.current = input
          // No attribute that React's types know.
          if (input) input.webkitdirectory = true
        }}
        type="file"
        className="hidden"
        aria-label={words.openFolder}
        onChange={({ target }) => take(target)}
      />
    </div>
  )
}
