import { describe, expect, test } from 'vitest'
import { chunkLines } from '../markdown/fence.js'
import { cut, pick, random } from '../markdown/testing/random.js'
import { LineColors, type LineColorsOptions } from './highlight.js'
import { highlightedLanguages, loadLanguage } from './languages.js'

const still: LineColorsOptions = { now: () => 0 }

async function colorsOf(language: string, options = still): Promise<LineColors> {
  const parser = await loadLanguage(language)
  if (parser === null) throw new Error(`There is no ${language}.`)
  return new LineColors(parser, options)
}

const tokensOf = (colors: LineColors, chunks: readonly string[]) =>
  chunks.map((text, index) => colors.tokens(index, text) ?? [])

async function kinds(code: string, language: string): Promise<string> {
  const colors = await colorsOf(language)
  const chunks = chunkLines(code)
  colors.read(chunks, true, 1)
  return tokensOf(colors, chunks)
    .flat()
    .filter(([kind]) => kind !== null)
    .map(([kind, text]) => `${kind}:${text.trim().replace(/\s+/g, ' ')}`)
    .join(' ')
}

describe('colours of code', () => {
  test.each([
    ['ts', 'const a = f(1_000) // x', 'keyword:const function:a number:1_000 comment:// x'],
    ['ts', 'let s = `a\nb` + 1', 'keyword:let function:s string:`a b` number:1'],
    ['python', 'def f(a): # b\n  """c\n  d"""', 'keyword:def function:f comment:# b string:"""c d"""'],
    ['rust', 'fn f() -> u8 { 7 }', 'keyword:fn function:f number:u8 number:7'],
    ['sql', "SELECT 'a' FROM t -- c", "keyword:SELECT string:'a' keyword:FROM comment:-- c"],
    ['sh', 'echo "$x" # c', 'function:echo string:" function:$x string:" comment:# c'],
    ['json', '{"a": [1.5e3, true]}', 'string:"a" number:1.5e3 number:true'],
    [
      'c++',
      'int main() { /* a\nb */ return 0; }',
      'type:int function:main comment:/* a b */ keyword:return number:0',
    ],
    ['diff', '-a\n+b', 'deleted:-a string:+b'],
  ])('%s: %s', async (language, code, expected) => expect(await kinds(code, language)).toBe(expected))

  const next = random(3)
  const garbage = [
    '"',
    "'",
    '`',
    '\\',
    '\n',
    '\n',
    '\n',
    '\t',
    ' ',
    ' ',
    'a',
    'if',
    'end',
    '0x1f',
    '9',
    '"""',
    'é',
    '😀',
  ]
  const marks = '/ * // /* */ # -- ( ) { } < > </ = : ; @ $ % |'.split(' ')
  const sample = [
    'if (a) { b("c", 1) } // d',
    '/* e',
    'f */',
    'x = 12 # g',
    'def h():',
    '  return "i"',
    "'j' + k",
    '<l m="n">o</l>',
    'p: [q, 3.5]',
    '',
  ]
  const make = (parts: readonly string[], joint: string, most: number): string =>
    Array.from({ length: 1 + Math.floor(next() * most) }, () => pick(parts, next)).join(joint)

  test('of every language: whatever the code, its text stays as it is', async () => {
    for (const language of highlightedLanguages) {
      const code = make([...garbage, ...marks], '', 400)
      const colors = await colorsOf(language)
      const chunks = chunkLines(code)
      colors.read(chunks, true, 1)
      const texts = tokensOf(colors, chunks).map((tokens) => tokens.map(([, text]) => text).join(''))
      expect({ language, texts }).toEqual({ language, texts: chunks })
    }
  })

  test('of every language: the pieces the code came in make no difference', async () => {
    for (const language of highlightedLanguages) {
      const code = make(sample, '\n', 150)
      const whole = await colorsOf(language)
      const chunks = chunkLines(code)
      whole.read(chunks, true, 1)
      const growing = await colorsOf(language)
      let so = ''
      for (const piece of cut(code, 60, next)) {
        so += piece
        // As a fence keeps it: the text after the last line feed is not complete.
        growing.read(chunkLines(`${so}\n`), false, 1)
      }
      growing.read(chunks, true, 1)
      expect({ language, tokens: tokensOf(growing, chunks) }).toEqual({
        language,
        tokens: tokensOf(whole, chunks),
      })
    }
  })
})

describe('the work of colours', () => {
  const code = Array.from({ length: 400 }, (_, i) => `const a${i} = f("x", ${i}) // note`).join('\n')

  test('each line is read once, however the code arrives', async () => {
    const read: string[] = []
    const colors = await colorsOf('ts', { now: () => 0, onLine: (line) => read.push(line) })
    for (let at = 0; at < code.length; at += 37) colors.read(chunkLines(`${code.slice(0, at)}\n`), false, 1)
    colors.read(chunkLines(code), true, 1)
    expect(read).toEqual(code.split('\n'))
  })

  test('stops when its time is over and goes on from there', async () => {
    let time = 0
    let lines = 0
    const colors = await colorsOf('ts', { now: () => time, onLine: () => ((time += 1), lines++) })
    const chunks = chunkLines(code)
    let slices = 0
    for (let done = false; !done; slices++) {
      const before = lines
      done = colors.read(chunks, true, 4)
      expect(lines - before).toBeLessThanOrEqual(16)
    }
    expect(lines).toBe(400)
    expect(slices).toBeGreaterThanOrEqual(25)
  })

  test('a piece that was read keeps its tokens', async () => {
    const colors = await colorsOf('ts')
    const chunks = chunkLines(code)
    colors.read(chunks.slice(0, 3), false, 1)
    const first = colors.tokens(0, chunks[0] ?? '')
    colors.read(chunks, true, 1)
    expect(colors.tokens(0, chunks[0] ?? '')).toBe(first)
  })

  test('another code in its place starts over, and has no colours of the last one', async () => {
    const colors = await colorsOf('ts')
    colors.read(['let a = "'], true, 1)
    expect(colors.tokens(0, 'if (b) c()')).toBeUndefined()
    colors.read(['if (b) c()'], true, 1)
    expect(colors.tokens(0, 'if (b) c()')?.[0]).toEqual(['keyword', 'if '])
  })

  test('a line that is far too long stays plain, and a parser that does not move hangs nothing', async () => {
    const colors = await colorsOf('ts')
    const text = `let a = ${'1 + '.repeat(5000)}1`
    colors.read([text], true, 1)
    expect(colors.tokens(0, text)).toEqual([[null, text]])
    const stuck = new LineColors({ token: () => 'keyword' }, still)
    stuck.read(['abc'], true, 1)
    expect(stuck.tokens(0, 'abc')).toEqual([[null, 'abc']])
  })
})
