import { useEffect } from 'react'

/** A file that is dropped beside the chat would be opened in place of the page, with everything on it gone. */
export function useMissedDrops(): void {
  useEffect(() => {
    const stop = new AbortController()
    const keepPage = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files') || event.defaultPrevented) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    for (const type of ['dragover', 'drop'] as const)
      window.addEventListener(type, keepPage, { signal: stop.signal })
    return () => stop.abort()
  }, [])
}
