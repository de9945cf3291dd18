import type { ContentPart } from '@antiphon/core'
import { expect, it } from 'vitest'
import { titleOf } from './thread-file.js'

const file = (filename: string): ContentPart => ({ type: 'file', file: { filename, file_data: 'data:,' } })
const title = (...content: ContentPart[]): string => titleOf([{ role: 'user', content }])

it('a thread is named by the words of its first question; what is attached names it only where there are none', () => {
  expect(title({ type: 'text', text: 'What is in these files?' }, file('a.csv'))).toBe(
    'What is in these files?',
  )
  expect(title(file('a.csv'), { type: 'text', text: 'Compare\nthem' })).toBe('Compare')
  expect(title(file('a.csv'))).toBe('[file: a.csv]')
  expect(title()).toBe('')
})
