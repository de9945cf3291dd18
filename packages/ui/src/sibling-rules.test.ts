import { expect, test } from 'vitest'
import { readSheets } from './testing/read-sheets.js'

/**
 * With one rule like `* + *` in a page, browsers restyle all siblings with their contents whenever an element is inserted between
 * others: a turn drawn near the view then costs as much as its neighbours hold. Use `:not(:first-child)`, which means the same.
 * `hr + *` and `[data-level] + *` are as bad: with both, scrolling the transcript styled eight times the elements. `:has(+ …)` on
 * any element is as bad too, and made a stream into a long thread a third slower.
 */
test('no rule is about whatever follows something', () => {
  const found = readSheets().flatMap(({ file, css }) =>
    css
      .replace(/\/\*[^]*?\*\//g, '')
      .split('\n')
      .filter((line) => /(?:^|[\s>(,])\*\s*[+~]|[+~]\s*\*(?!\/)|(?:^|[\s>(,*]):has\(\s*[+~]/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

test('no rule asks a message what is in it: each block that arrives would make its styles anew', () => {
  const asking = /\[data-slot='assistant-message'\]:has\((?:[^()]|\([^()]*\))*\)\s*(?:\)\s*)*[,{]/
  expect(readSheets().flatMap(({ file, css }) => (asking.test(css) ? [file] : []))).toEqual([])
})

test('no highlight is looked for on every element', () => {
  const css = readSheets().map((sheet) => sheet.css)
  expect(css.join('\n').match(/(?:^|[\s,{}])::highlight\(/m)).toBeNull()
})
