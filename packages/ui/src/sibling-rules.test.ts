import { expect, test } from 'vitest'
import { readSheets } from './testing/read-sheets.js'

/**
 * With one rule like `* + *` in a page, browsers make the styles of all siblings anew, with all in them, whenever an element is put
 * between others: a turn drawn near the view then costs what its neighbours hold. `:not(:first-child)` says the same. `hr + *` is no better,
 * and neither is `[data-level] + *`: with both, the scrolled transcript had eight times the elements styled.
 * `:has(+ …)` of any element says the same once more, and made a stream into a long thread a third dearer.
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
