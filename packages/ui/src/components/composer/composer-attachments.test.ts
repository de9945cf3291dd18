import { expect, test } from 'vitest'
import { attachedCharacters } from './composer-attachments.js'

type Items = Parameters<typeof attachedCharacters>[0]['items']

test('a file whose upload failed is not counted with the length of the message', () => {
  const text = (id: string, state: 'ready' | 'error' | 'uploading', size: number): Items[number] => ({
    id,
    name: `${id}.csv`,
    kind: 'text',
    state,
    size,
    progress: 1,
  })
  const image: Items[number] = { ...text('photo', 'ready', 900_000), kind: 'image' }
  const items = [text('sent', 'ready', 41_200), text('failed', 'error', 2_400_000), image]
  expect(attachedCharacters({ items })).toBe(41_200)
  expect(attachedCharacters({ items: [text('on its way', 'uploading', 500)] })).toBe(500)
})
