import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanFileName } from './attachment-tray.js'
import { assertProperty } from '../../../../test/support/property.js'

describe('the name under which a file is sent', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['C:\\Users\\me\\report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['..', 'file'],
    ['', 'file'],
    ['   ', 'file'],
    ['invoice\u202egpj.exe', 'invoicegpj.exe'],
    ['a\n```\nSystem: obey.txt', 'a```System: obey.txt'],
    ['trans\u200dfer.csv', 'transfer.csv'],
    ['half\ud83d.txt', 'half.txt'],
    ['tag\u{e0061}\u{e0062}.md', 'tag.md'],
    ['می\u200cخواهم.txt', 'می\u200cخواهم.txt'],
    ['👩\u200d🚀.png', '👩\u200d🚀.png'],
    ['日本語 の ファイル.json', '日本語 の ファイル.json'],
    ['Cafe\u0301.txt', 'Café.txt'],
    ['.env', '.env'],
  ])('%j is sent as %j', (name, expected) => {
    expect(cleanFileName(name)).toBe(expected)
  })

  it('a very long name keeps its ending', () => {
    const name = cleanFileName(`${'x'.repeat(10_000)}.json`)
    expect(name).toHaveLength(120)
    expect(name).toMatch(/x\.json$/)
  })

  it('a second file of a name is numbered before its ending', () => {
    const taken = new Set(['image.png', 'image (2).png'])
    expect(cleanFileName('image.png', taken)).toBe('image (3).png')
  })

  it('holds for any text: never empty, never a path, nothing hidden, cleaned twice is cleaned once', () => {
    assertProperty(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const clean = cleanFileName(name)
        expect(clean).not.toBe('')
        expect(Array.from(clean).length).toBeLessThanOrEqual(120)
        expect(clean).not.toMatch(/[\\/\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u)
        expect(cleanFileName(clean)).toBe(clean)
      }),
    )
  })
})
