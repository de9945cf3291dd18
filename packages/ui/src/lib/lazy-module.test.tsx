import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createLazyModule, useLazyModule, type LazyModule } from './lazy-module.js'

function Reader({
  part,
  wanted,
  onFailed,
}: {
  part: LazyModule<string>
  wanted: number
  onFailed?: () => void
}) {
  return <p>{useLazyModule(part, wanted, onFailed) ?? 'nothing yet'}</p>
}

test('a part is asked for when it is wanted, once for all who want it', async () => {
  const get = vi.fn(() => Promise.resolve('here'))
  const part = createLazyModule(get)
  const { rerender } = render(<Reader part={part} wanted={0} />)
  expect(get).not.toHaveBeenCalled()
  rerender(<Reader part={part} wanted={1} />)
  render(<Reader part={part} wanted={1} />)
  expect(await screen.findAllByText('here')).toHaveLength(2)
  expect(get).toHaveBeenCalledOnce()
})

test('a part that could not be loaded says so, and is asked for again with the next wish', async () => {
  const get = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue('here')
  const part = createLazyModule(get)
  const onFailed = vi.fn()
  const { rerender } = render(<Reader part={part} wanted={1} onFailed={onFailed} />)
  await vi.waitFor(() => expect(onFailed).toHaveBeenCalledOnce())
  expect(screen.getByText('nothing yet')).toBeInTheDocument()
  rerender(<Reader part={part} wanted={2} onFailed={onFailed} />)
  expect(await screen.findByText('here')).toBeInTheDocument()
  expect(onFailed).toHaveBeenCalledOnce()
})

test('what is loaded ahead is there at once, and nobody hears that it failed', async () => {
  const part = createLazyModule(
    vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('here'),
  )
  part.preload()
  await act(async () => {})
  part.preload()
  await vi.waitFor(() => expect(part.peek()).toBe('here'))
  render(<Reader part={part} wanted={1} />)
  expect(screen.getByText('here')).toBeInTheDocument()
})
