import { UndoNote } from '@antiphon/threads/ui'
import { germanThreads } from '@antiphon/threads/german'
import { AntiphonRoot, StringsProvider } from '@antiphon/ui'
import { german } from '@antiphon/ui/german'
import '../../packages/ui/css/source.css'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

afterEach(cleanup)

const nothing = (): void => {}

/** The right end of the words of an element that match, in pixels. */
function endOf(element: HTMLElement, words: RegExp): number {
  const text = element.firstChild as Text
  const { 0: found, index } = words.exec(text.data)!
  const range = document.createRange()
  range.setStart(text, index)
  range.setEnd(text, index + found.length)
  return range.getBoundingClientRect().right
}

test.each([
  ['English', {}, /deleted/i],
  ['German', { ...german, threads: germanThreads }, /gelöscht/i],
])(
  'a list of 18rem cuts off the title of a deleted conversation and not its verb, in %s',
  (_, strings, verb) => {
    render(
      <StringsProvider strings={strings}>
        <AntiphonRoot style={{ width: '18rem' }}>
          <UndoNote
            title="Meine Teekanne ist angekommen, aber der Deckel fehlt"
            onUndo={nothing}
            onEnd={nothing}
          />
        </AntiphonRoot>
      </StringsProvider>,
    )
    const words = screen.getByRole('status')
    expect(words.scrollWidth).toBeGreaterThan(words.clientWidth)
    // Room for the dots too.
    expect(endOf(words, verb)).toBeLessThan(words.getBoundingClientRect().right - 20)
  },
)
