import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { storyStep } from '../../fixtures/story-turns.js'
import { AssistantMessageView } from './assistant-message.js'
import { spokenSound } from './spoken-sound.js'

const bytesOf = (src: string | undefined): string => atob(src!.slice(src!.indexOf(',') + 1))

describe('the sound of a spoken answer', () => {
  it('of bare samples gets a head with their rate; each piece may have padding', () => {
    const src = spokenSound(btoa('abcd') + btoa('ef'), 'audio/L16;codec=pcm;rate=16000')
    expect(src).toMatch(/^data:audio\/wav;base64,/)
    const wav = bytesOf(src)
    expect(wav).toHaveLength(50)
    expect(wav.slice(44)).toBe('abcdef')
    expect(wav.charCodeAt(24) + 256 * wav.charCodeAt(25)).toBe(16_000)
  })

  it('of a whole file stays as it is, whatever the server calls it', () => {
    expect(spokenSound(btoa('ID3 sound'))).toBe(`data:audio/mpeg;base64,${btoa('ID3 sound')}`)
    expect(bytesOf(spokenSound(btoa('RIFF....WAVE'), 'audio/L16'))).toBe('RIFF....WAVE')
    expect(spokenSound('not base64!')).toBeUndefined()
  })
})

it('is heard and read in the transcript, and is no empty answer', async () => {
  const audio = { id: 'a', data: btoa('ID3 sound'), transcript: 'The tide turns at **six**.' }
  const { container } = render(
    <AssistantMessageView step={storyStep({ content: '', finishReason: 'stop', audio })} />,
  )
  expect(container).toHaveTextContent('The tide turns at six.')
  expect(container).not.toHaveTextContent('Empty answer')
  expect(await screen.findByLabelText('Audio')).toBeVisible()
  expect(container.querySelector('audio')).toHaveAttribute('src', `data:audio/mpeg;base64,${audio.data}`)
})
