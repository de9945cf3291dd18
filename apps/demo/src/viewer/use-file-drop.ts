import { useEffect, useEffectEvent, type RefObject } from 'react'

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
