import { revealText } from '../lib/reveal-text.js'

/** A piece of a page. Text becomes one only through the functions of this file, so that nothing gets in unescaped. */
declare const safe: unique symbol
export type Html = string & { readonly [safe]: true }

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it stands; also right inside a quoted attribute. NUL has no place in a page. */
export function escape(text: string): Html {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char]!).replaceAll('\0', '\uFFFD') as Html
}

/** Text of a message: what would be invisible, reorder a line or pass for another letter is shown by name. */
export function revealed(text: string): Html {
  return join(
    revealText(text).map((segment) => {
      switch (segment.type) {
        case 'text':
          return escape(segment.text)
        case 'lookalike':
          return el('mark', { title: segment.title }, escape(segment.text))
        case 'hidden':
          return el('mark', { title: segment.title }, escape(segment.shown))
        default:
          return escape(' '.repeat(segment.count))
      }
    }),
  )
}

type Piece = Html | undefined | false

/** One element. Attributes that are undefined or false are left out. Many children come as a list: arguments have a limit. */
export function el(
  name: string,
  attributes: Readonly<Record<string, string | number | boolean | undefined>> = {},
  ...children: readonly (Piece | readonly Piece[])[]
): Html {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([key, value]) => (value === true ? ` ${key}` : ` ${key}="${escape(String(value))}"`))
    .join('')
  const start = `<${name}${written}>`
  const pieces: Piece[] = children.flat()
  return (VOID.has(name) ? start : `${start}${join(pieces)}</${name}>`) as Html
}

const VOID = new Set(['br', 'hr', 'img', 'meta'])

export function join(pieces: readonly Piece[]): Html {
  return pieces.filter(Boolean).join('') as Html
}

/** What this kit wrote itself: shapes and styles. Never anything of a message. */
export function own(text: string): Html {
  return text as Html
}
