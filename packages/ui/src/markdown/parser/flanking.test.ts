import { describe, expect, test } from 'vitest'
import { createMarkdownDoc } from '../testing/markdown-doc.js'
import { readMarkdown } from '../read.js'
import { flat } from '../rope.js'
import { canonical } from '../testing/canonical.js'
import { toHtml } from '../testing/to-html.js'

const html = (text: string) => toHtml(flat(readMarkdown(text).view)).trim()

/** The same text in single characters. */
function streamed(text: string) {
  const doc = createMarkdownDoc({ minCut: 1 })
  for (const char of text) doc.append(char)
  doc.finish()
  return doc.blocks.map(canonical)
}

const letters = '中 あ カ ー 한 ع א ก क я ω አ ა ខ 𠀀 語\u3099'.split(' ')
const marks = [
  ['*', 'em'],
  ['**', 'strong'],
  ['_', 'em'],
  ['__', 'strong'],
  ['~~', 'del'],
] as const
const ends = '. : ; ! ? , ) ] % 。 、 ： ！ ？ ） 」 』 】 》 … ” " ’ ، ؛ ؟ । ։ ።'.split(' ')
const starts = '( " （ 「 『 【 《 “ ‘ # ¿'.split(' ')

const cases = letters.flatMap((letter) =>
  marks.flatMap(([mark, name]) => [
    ...ends.map((end) => [
      `${letter}${mark}${letter}x${end}${mark}${letter}`,
      `<p>${letter}<${name}>${letter}x${end}</${name}>${letter}</p>`,
    ]),
    ...starts.map((start) => [
      `${letter}${mark}${start}x${letter}${mark}${letter}`,
      `<p>${letter}<${name}>${start}x${letter}</${name}>${letter}</p>`,
    ]),
  ]),
)

// Between letters `_` marks a word part, so it needs punctuation on both inner sides.
const isWordPart = (text = '') => text.includes('_')

describe('emphasis beside letters and punctuation of scripts other than Latin', () => {
  test('opens and closes at punctuation without a space', () => {
    const wrong = cases
      .filter(([text]) => !isWordPart(text))
      .filter(([text = '', expected]) => html(text) !== expected?.replaceAll('"', '&quot;'))
    expect(wrong).toEqual([])
  })

  test('with `_` too, where punctuation is inside of both marks', () => {
    const wrong = letters
      .flatMap((letter) => [
        `${letter}__(x)__${letter}`,
        `${letter}_「x」_${letter}`,
        `${letter}__“x”__${letter}`,
      ])
      .filter((text) => !/^<p>.<(em|strong)>.x.<\/\1>/su.test(html(text).replaceAll('\u3099', '')))
    expect(wrong).toEqual([])
    expect(html('变量_名字_值 文件_(终稿)_2')).toBe('<p>变量_名字_值 文件_(终稿)_2</p>')
  })

  test.each([
    ['这是**我想做的事。**所以继续。', '这是<strong>我想做的事。</strong>所以继续。'],
    ['**마크다운(Markdown)**을', '<strong>마크다운(Markdown)</strong>을'],
    ['**注意：**API 和 **总计:**5个', '<strong>注意：</strong>API 和 <strong>总计:</strong>5个'],
    ['使用**`npm`**安装', '使用<strong><code>npm</code></strong>安装'],
    ['见**[文档](/d)**的', '见<strong><a href="/d">文档</a></strong>的'],
    ['**ملاحظة:**هذا و**"نص"**', '<strong>ملاحظة:</strong>هذا و<strong>&quot;نص&quot;</strong>'],
    ['塚\ufe00**(or 塚\ufe00)**Latin', '塚\ufe00<strong>(or 塚\ufe00)</strong>Latin'],
    ['ქართული**„ტექსტი“**და', 'ქართული<strong>„ტექსტი“</strong>და'],
    ['**„цитата“**и ‚**дума**“', '<strong>„цитата“</strong>и ‚<strong>дума</strong>“'],
    ['„**дума**“**и “още**', '„<strong>дума</strong>“<strong>и “още</strong>'],
    ['***重要。***然后', '<em><strong>重要。</strong></em>然后'],
    ['*中文（*里*）文*', '<em>中文（<em>里</em>）文</em>'],
  ])('%s', (text, expected) => {
    expect(html(text)).toBe(`<p>${expected}</p>`)
  })

  test.each([
    'a**(b)**c',
    '**Note:**text',
    'snake_(case)_name',
    'naïve**“x”**é',
    '5*(6)*7',
    'e\u0301*(x)*e\u0301',
  ])('Latin text stays as CommonMark has it: %s', (text) => {
    expect(html(text)).not.toMatch(/<(?:em|strong|del)>/)
  })

  test('in pieces as in one go', () => {
    const wrong = cases
      .filter((_, i) => i % 9 === 0)
      .map(([text = '']) => `${text} words ${text}`)
      .filter(
        (text) =>
          JSON.stringify(streamed(text)) !== JSON.stringify(flat(readMarkdown(text).view).map(canonical)),
      )
    expect(wrong).toEqual([])
  })
})
