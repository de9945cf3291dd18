/** The innermost turn, or group without turns, that reaches below `y`. Found by halving: boxes follow each other downwards. */
export function boxAt(content: HTMLElement, y: number): HTMLElement | undefined {
  let box = content
  while (box.childElementCount > 0 && box.dataset['turnId'] === undefined) {
    const { children } = box
    let low = 0
    let high = children.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (children[middle]!.getBoundingClientRect().bottom > y) high = middle
      else low = middle + 1
    }
    box = children[low] as HTMLElement
  }
  return box === content ? undefined : box
}

/** The first turn in view, from the top edge on, that is more than a box with text. */
export function drawnTurnAt(content: HTMLElement, top: number, bottom: number): HTMLElement | undefined {
  let turn: Element | null | undefined = boxAt(content, top)
  while (turn instanceof HTMLElement && 'plain' in turn.dataset) turn = turn.nextElementSibling
  if (!(turn instanceof HTMLElement) || turn.dataset['turnId'] === undefined) return undefined
  return turn.getBoundingClientRect().top < bottom ? turn : undefined
}
