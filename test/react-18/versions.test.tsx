import { render } from '@testing-library/react'
import { createRef, version as react } from 'react'
import { version as dom } from 'react-dom'
import { expect, it } from 'vitest'
import { Button, Composer, Transcript } from '@antiphon/ui'

it('this project draws with React 18', () => {
  expect([react, dom]).toEqual(['18.3.1', '18.3.1'])
})

it('a ref given to a component of the kit is its element', () => {
  const button = createRef<HTMLButtonElement>()
  const composer = createRef<HTMLFormElement>()
  const transcript = createRef<HTMLElement>()
  render(
    <>
      <Button ref={button} />
      <Composer ref={composer} />
      <Transcript ref={transcript} messages={[]} />
    </>,
  )
  expect(button.current?.tagName).toBe('BUTTON')
  expect(composer.current?.tagName).toBe('FORM')
  expect(transcript.current?.dataset['slot']).toBe('transcript')
})
