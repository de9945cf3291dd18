import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AudioPlayer } from './audio-player.js'

it('keeps the position that was chosen until the browser has gone there: the next key moves from it', () => {
  render(<AudioPlayer src="data:audio/wav;base64," name="Note" />)
  const position = screen.getByRole('slider')
  fireEvent.change(position, { target: { value: '0.1' } })
  expect(position).toHaveValue('0.1')
})
