import { fenceLines } from '../markdown/fence.js'

/** Markdown without its marks, for copying as plain text. Code stays as it is. */
export function plainText(markdown: string): string {
  return eachLine(
    markdown,
    (_, lines) => lines.join('\n'),
    (line) =>
      inline(
        line,
        (alt) => alt,
        (text) => text,
      ),
  )
}

/** The lines of a text, joined again: each line by `text`, each block of code by `code`. */
export function eachLine(
  markdown: string,
  code: (lang: string, lines: string[]) => string,
  text: (line: string) => string,
): string {
  return fenceLines(markdown)
    .flatMap(({ lang, lines }) =>
      lang === undefined
        ? lines.filter((line) => !(/^[\s:|-]+$/.test(line) && line.includes('---'))).map(text)
        : code(lang, lines),
    )
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** A line without its marks; `image` and `link` give the text of images and links. */
export function inline(line: string, image: (alt: string) => string, link: (text: string) => string): string {
  return line
    .slice(0, 20_000)
    .replace(/^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+(?:\[[ xX]\]\s+)?)/, '')
    .replace(/^\[!(note|tip|important|warning|caution)\]\s*$/i, '$1:')
    .replace(/!\[([^[\]]{0,1000})\]\([^()\s]{0,4000}\)/g, (_, alt: string) => image(alt))
    .replace(/\[([^[\]]{1,1000})\]\([^()\s]{0,4000}\)/g, (_, text: string) => link(text))
    .replace(/<\/?br\s{0,9}\/?>/gi, ' ')
    .replace(/(\*\*|__|~~|`+)/g, '')
    .replace(/(^|[\s(])[*_](\S)/g, '$1$2')
    .replace(/(\S)[*_]([\s).,;:!?]|$)/g, '$1$2')
    .replace(/^\s*\||\|\s*$/g, '')
    .replace(/(?<!\s)\s*\|\s*/g, ', ')
}
