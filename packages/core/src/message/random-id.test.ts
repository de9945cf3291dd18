import { expect, it, vi } from 'vitest'
import { randomId } from './random-id.js'

it('is 128 random bits as 32 digits, small bytes included', () => {
  expect(randomId()).toMatch(/^[\da-f]{32}$/)
  expect(randomId()).not.toBe(randomId())
  const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    const list = bytes as unknown as Uint8Array
    return (list.forEach((_, at) => (list[at] = at * 17)), bytes)
  })
  expect(randomId()).toBe('00112233445566778899aabbccddeeff')
  random.mockRestore()
})
