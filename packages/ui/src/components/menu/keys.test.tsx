import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { german } from '../../strings/german.js'
import { StringsProvider } from '../../strings/strings.js'
import { Keys } from './keys.js'

it.each([
  ['Delete', 'Delete', 'Entf'],
  ['Mod+Shift+O', 'Ctrl Shift O', 'Strg Umschalt O'],
  ['Alt+Space', 'Alt Space', 'Alt Leertaste'],
  ['ArrowUp', '↑', '↑'],
])('%s is printed as %s, on a German keyboard as %s', (keys, english, ofGerman) => {
  const printed = (strings: object) =>
    render(
      <StringsProvider strings={strings}>
        <Keys keys={keys} />
      </StringsProvider>,
    ).container.textContent
  expect(printed({})).toBe(english)
  expect(printed(german)).toBe(ofGerman)
})
