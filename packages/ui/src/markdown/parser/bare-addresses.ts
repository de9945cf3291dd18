import { unescapeAll } from './characters.js'
import { pushAddress } from './link-rules.js'
import { Token } from './token.js'
import type { InlineRule } from './state.js'

/** Characters that end a bare address: white space, marks of links and code, quotes, Chinese and Japanese punctuation. */
const ADDRESS =
  /[^\s<>[\]`"\\\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\u2018-\u201f]+/y

/** Length of the address in `text`, without the punctuation of the sentence around it (GFM, extended autolink paths). */
function addressLength(text: string): number {
  let end = text.length
  let open = text.split('(').length - text.split(')').length
  for (;;) {
    const char = text[end - 1] ?? ''
    if (char === ';') {
      const entity = /&[a-z\d]+;$/i.exec(text.slice(Math.max(0, end - 40), end))
      if (entity === null) return end
      end -= entity[0].length
    } else if (char === ')') {
      if (open >= 0) return end
      open++
      end--
    } else if (char !== '' && `?!.,:*_~'`.includes(char)) end--
    else return end
  }
}

function addressAt(text: string, from: number, to: number): string {
  ADDRESS.lastIndex = from
  const match = (ADDRESS.exec(text)?.[0] ?? '').slice(0, to - from)
  return match.slice(0, addressLength(match))
}

const SCHEME = /(?:^|[^a-z\d+.-])(https?|ftp)$/i

/** `https://…` in plain words. Runs at the colon, so that marks after it belong to the address. */
export const bareAddress: InlineRule = (state, silent) => {
  const { src, pos, posMax, pending } = state
  // Brackets end an address, so the search for the end of a label needs no rule for addresses.
  if (silent || state.linkLevel > 0 || !src.startsWith('://', pos)) return false
  const scheme = SCHEME.exec(pending.slice(-8))?.[1]
  if (scheme === undefined) return false
  const rest = addressAt(src, pos + 3, posMax)
  if (!/^[\p{L}\p{N}]/u.test(rest)) return false
  state.pending = pending.slice(0, -scheme.length)
  const text = unescapeAll(`${scheme}://${rest}`)
  pushAddress(state, text, text, 'bare')
  state.pos = pos + 3 + rest.length
  return true
}

const DOMAIN = /^[a-z\d](?:[\w-]*[a-z\d])?(?:\.[a-z\d-]*[a-z\d])+(?![\w-])/i

interface Found {
  readonly from: number
  readonly text: string
  readonly href: string
}

function wwwAt(text: string, from: number): Found | null {
  if (!/^$|[\s*_~(]/.test(text.charAt(from - 1))) return null
  const address = addressAt(text, from, text.length)
  return DOMAIN.test(address) ? { from, text: address, href: `http://${address}` } : null
}

function emailAt(text: string, at: number, after: number): Found | null {
  let from = at
  while (from > after && /[\w.+-]/.test(text[from - 1] ?? ' ')) from--
  const host = /^[\w-]+(?:\.[\w-]+)+/.exec(text.slice(at + 1, at + 256))?.[0] ?? ''
  if (from === at || host === '' || /[-_]$/.test(host)) return null
  const email = text.slice(from, at + 1 + host.length)
  return { from, text: email, href: `mailto:${email}` }
}

/** A text token cut at the `www.` addresses and mail addresses in it. */
export function splitAddresses(token: Token): readonly Token[] {
  const { content } = token
  if (!content.includes('@') && !/www\./i.test(content)) return [token]
  const tokens: Token[] = []
  let done = 0
  for (const { 0: mark, index } of content.matchAll(/@|www\./gi)) {
    if (index < done) continue
    const found = mark === '@' ? emailAt(content, index, done) : wwwAt(content, index)
    if (found === null) continue
    if (found.from > done) tokens.push(new Token('text', 0, content.slice(done, found.from)))
    const open = new Token('link_open', 1)
    open.href = found.href
    const close = new Token('link_close', -1)
    open.markup = close.markup = 'bare'
    tokens.push(open, new Token('text', 0, found.text), close)
    done = found.from + found.text.length
  }
  if (done < content.length) tokens.push(new Token('text', 0, content.slice(done)))
  return tokens
}
