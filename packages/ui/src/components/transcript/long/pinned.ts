/** So many turns that the reader did something in stay drawn wherever they are. */
const MOST_TOUCHED = 64

/** What must not be taken out of the document: what holds the focus or the selection, and what the reader opened. */
export interface Pins {
  touch(target: EventTarget | null): void
  holds(chunk: Element): boolean
}

export function createPins(): Pins {
  const touched = new Set<string>()
  return {
    touch(target) {
      const turn = target instanceof Element ? target.closest<HTMLElement>('[data-turn-id]') : null
      const key = turn?.dataset['turnId']
      if (key === undefined) return
      touched.delete(key)
      touched.add(key)
      const [oldest] = touched
      if (touched.size > MOST_TOUCHED && oldest !== undefined) touched.delete(oldest)
    },
    holds(chunk) {
      if (chunk.contains(document.activeElement)) return true
      const selection = document.getSelection()
      if (selection && !selection.isCollapsed)
        for (const node of [selection.anchorNode, selection.focusNode])
          if (node && chunk.contains(node)) return true
      return [...chunk.children].some((turn) => touched.has((turn as HTMLElement).dataset['turnId'] ?? ''))
    },
  }
}
