import { expect, it } from 'vitest'
import { parseUrl } from './parse-url.js'

it('reads an address with letters beyond ASCII, however often it is asked', () => {
  for (let i = 0; i < 20_000; i++)
    expect(parseUrl('https://bücher.example/wiki/')?.host).toBe('xn--bcher-kva.example')
})

it('knows what is no address, and resolves what is relative', () => {
  expect(parseUrl('wiki')).toBeUndefined()
  expect(parseUrl('http://[')).toBeUndefined()
  expect(parseUrl('../b', 'https://a.example/x/y')?.href).toBe('https://a.example/b')
})
