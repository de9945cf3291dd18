import { userEvent } from 'vitest/browser'

/**
 * Returns the text that a copy of everything in an element gives. `Selection.toString()` does not do: Firefox leaves out text
 * that is not laid out, and copies it all the same.
 */
export async function copied(element: Element): Promise<string> {
  const field = document.body.appendChild(document.createElement('textarea'))
  // At the end of the document a focus scrolls, where nothing else may.
  field.style.position = 'fixed'
  try {
    getSelection()!.selectAllChildren(element)
    await userEvent.keyboard('{Control>}c{/Control}')
    field.focus({ preventScroll: true })
    await userEvent.keyboard('{Control>}v{/Control}')
    return field.value
  } finally {
    field.remove()
  }
}
