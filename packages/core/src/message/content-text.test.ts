import { expect, it } from 'vitest'
import { contentToText } from './content.js'
import type { ContentPart } from './types.js'

const text = (words: string): ContentPart => ({ type: 'text', text: words })
const image: ContentPart = { type: 'image_url', image_url: { url: 'https://a.test/b.png' } }

it.each<[string, ContentPart[], string]>([
  ['a picture after a sentence', [text('Two drops.'), image], 'Two drops.\n[image]'],
  ['a sentence after a picture', [image, text('Two drops.')], '[image]\nTwo drops.'],
  ['a gap that is there', [text('see '), image, text('\nso')], 'see [image]\nso'],
  ['texts and pictures among themselves', [text('a'), text('b'), image, image], 'ab\n[image][image]'],
  ['an empty text', [text(''), image], '[image]'],
])('%s in one text', (_, parts, expected) => {
  expect(contentToText(parts)).toBe(expected)
})
