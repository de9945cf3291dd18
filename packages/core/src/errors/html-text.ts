const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** How much of a text body is quoted in an error message (wire-facts 3.1). */
export const EXCERPT_LENGTH = 500

/** The readable words of an HTML or plain-text error page, on one line, cut at 500 characters. Linear in its input. */
export function excerptOf(body: string): string {
  const text = /^\s*</.test(body) ? stripTags(body.slice(0, 200_000)) : body.slice(0, 20_000)
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > EXCERPT_LENGTH ? `${line.slice(0, EXCERPT_LENGTH - 1)}…` : line
}

function stripTags(html: string): string {
  const lower = html.toLowerCase()
  let out = ''
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open === -1) break
    out += `${html.slice(at, open)} `
    const close = html.indexOf('>', open)
    if (close === -1) return decodeEntities(out)
    at = skipInvisible(lower, open, close + 1)
  }
  return decodeEntities(out + html.slice(at))
}

/** Script and style elements hold no words for a reader. */
function skipInvisible(lower: string, open: number, after: number): number {
  const name = /^<(script|style)\b/.exec(lower.slice(open, open + 8))?.[1]
  if (!name) return after
  const end = lower.indexOf(`</${name}`, after)
  return end === -1 ? lower.length : end
}

function decodeEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}
