import { countWork } from '../../../../test/support/count-work.js'
import { describe, expect, test } from 'vitest'
import { chunkLines } from './fence.js'
import { highlight } from './highlight.js'
import { pick, random } from './testing/random.js'

const languages = ['ts', 'go', 'rust', 'json', 'css', 'python', 'sql']

const kinds = (code: string, language: string): string =>
  (highlight(code, language) ?? [])
    .flat()
    .filter(([kind]) => kind !== null)
    .map(([kind, text]) => `${kind}:${text}`)
    .join(' ')

describe('colours of code', () => {
  test.each([
    ['ts', 'const a = f(1_000) // x', 'keyword:const function:f number:1_000 comment:// x'],
    ['ts', 'let re = /["\']/g, b = "x"', `keyword:let string:/["']/g string:"x"`],
    ['ts', 'a / b / c', ''],
    ['ts', '`a ${b} \\` c` + d2', 'string:`a ${b} \\` c`'],
    ['rust', "fn f<'a>(x: &'a str) { 'c' }", `keyword:fn string:'c'`],
    ['python', 'def f(a): # b\n  """c\n  d"""', 'keyword:def function:f comment:# b string:"""c\n  d"""'],
    ['sh', 'echo "$#" # c', 'string:"$#" comment:# c'],
    ['sql', "SELECT 'a' FROM t -- c", `keyword:SELECT string:'a' keyword:FROM comment:-- c`],
    ['json', '{"a": [1.5e3, true]}', 'string:"a" number:1.5e3 keyword:true'],
  ])('%s: %s', (language, code, expected) => expect(kinds(code, language)).toBe(expected))

  test('never change the code, in whatever language it is', () => {
    const next = random(3)
    const parts = [
      '"',
      "'",
      '`',
      '/',
      '*',
      '//',
      '/*',
      '*/',
      '#',
      '--',
      '\\',
      '\n',
      ' ',
      'a',
      'if',
      '0x1f',
      '9',
      '"""',
      '(',
      'é',
      '😀',
    ]
    for (let i = 0; i < 500; i++) {
      let code = ''
      for (let n = Math.floor(next() * 400); n > 0; n--) code += pick(parts, next)
      for (const language of languages) {
        const chunks = highlight(code, language)?.map((tokens) => tokens.map(([, text]) => text).join(''))
        expect(chunks?.join('')).toBe(code)
        if (!code.endsWith('\n')) expect(chunks?.length).toBe(chunkLines(code).length)
      }
    }
  })

  test('take linear time on adversarial code', () => {
    for (const unit of [
      '"',
      "'",
      '`',
      '/*',
      '//',
      '/',
      '(/',
      '#',
      '"""',
      "'''",
      '\\',
      'a',
      '1',
      '1_',
      '[',
      '/[',
      '=/a',
      ' ',
      '\n',
    ])
      for (const language of languages) {
        const cost = (size: number) =>
          countWork(() => void highlight(unit.repeat(size / unit.length), language))
        const growth = cost(48_000) / cost(4_800)
        expect({ unit, language, growth, grows: growth > 15 }).toMatchObject({ grows: false })
      }
  }, 60_000)

  test('a language that is not known, and very long code, stay plain', () => {
    expect(highlight('a', 'brainfuck')).toBeNull()
    expect(highlight('a'.repeat(50_001), 'ts')).toBeNull()
  })
})
