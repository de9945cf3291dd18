import { createWords, longBlock, markdown, record } from './words.js'

type Part =
  | { type: 'text' | 'reasoning'; text: string }
  | { type: 'tool'; id: string; name: string; args: unknown; result: unknown }

/** A settled message, in no kit's own shape. */
export interface PastMessage {
  id: string
  role: 'user' | 'assistant'
  parts: Part[]
}

/** A piece of an answer that streams. */
export type Piece =
  | { t: 'text'; d: string }
  | { t: 'tool'; id: string; name: string }
  | { t: 'args'; id: string; d: string }
  | { t: 'args-end'; id: string; args: unknown }
  | { t: 'result'; id: string; result: unknown }

export interface Cell {
  kind: 'mount' | 'stream' | 'tools' | 'typing'
  messages: number
  shape?: 'mixed' | 'fence' | 'table' | 'paragraph'
  size?: number
  calls?: number
  fragments?: number
  perFrame?: number
  parts?: number
}

/** Words at the start, in the middle and at the end of the streamed answer. */
export const LANDMARKS = { start: 'QHEADQ', middle: 'QMIDQ', end: 'QTAILQ' }

/** A word of its own for each message, to count what is in the document. */
export const markOf = (at: number): string => `zq${String(at).padStart(5, '0')}`

export function pastThread(count: number): PastMessage[] {
  return Array.from({ length: count }, (_, at): PastMessage => {
    const w = createWords(at * 7919 + 17)
    if (at % 2 === 0)
      return {
        id: `m${at}`,
        role: 'user',
        parts: [{ type: 'text', text: `${markOf(at)} ${w.words(w.between(6, 40))}?` }],
      }
    const parts: Part[] = []
    if (w.share() < 0.3) parts.push({ type: 'reasoning', text: markdown(w, 300) })
    if (w.share() < 0.2)
      for (let call = w.between(1, 3); call > 0; call--)
        parts.push({
          type: 'tool',
          id: `h${at}-${call}`,
          name: `tool_${w.word()}`,
          args: record(w, 200),
          result: record(w, 300),
        })
    const text = `${markOf(at)} ${w.words(8)}.\n\n${markdown(w, w.between(200, 1400), w.between(0, 9))}`
    parts.push({ type: 'text', text })
    return { id: `m${at}`, role: 'assistant', parts }
  })
}

/** Cuts a text into pieces of four characters on average, as tokens are. */
function pieces(text: string): Piece[] {
  const w = createWords(5)
  const out: Piece[] = []
  for (let at = 0; at < text.length;) {
    const length = w.between(2, 6)
    out.push({ t: 'text', d: text.slice(at, at + length) })
    at += length
  }
  return out
}

export function answer(cell: Cell): Piece[] {
  if (cell.kind === 'tools') return calls(cell.calls ?? 0, cell.fragments ?? 0)
  const w = createWords(11)
  const { shape = 'mixed', size = 0 } = cell
  const { start, middle, end } = LANDMARKS
  if (shape !== 'mixed') {
    const block = longBlock(w, shape, size)
    return pieces(shape === 'paragraph' ? `${start} ${block}${end}` : `${start}\n\n${block}\n\n${end}`)
  }
  const half = markdown(w, size / 2)
  return pieces(`${start} ${half}\n\n${middle}\n\n${markdown(w, size / 2, 4)}\n\n${end}`)
}

/** Calls whose arguments arrive in turns, then all results, then one sentence. */
function calls(count: number, fragments: number): Piece[] {
  const w = createWords(13)
  const each = fragments / count
  const all = Array.from({ length: count }, (_, at) => {
    const args = { ...record(w, 800), note: at === 0 ? LANDMARKS.start : w.word() }
    return { id: `call-${at}`, name: `tool_${at}`, args, json: JSON.stringify(args) }
  })
  const part = (json: string, at: number): string =>
    json.slice(Math.round((at * json.length) / each), Math.round(((at + 1) * json.length) / each))
  return [
    ...all.map(({ id, name }): Piece => ({ t: 'tool', id, name })),
    ...Array.from({ length: fragments }, (_, at): Piece => {
      const { id, json } = all[at % count]!
      return { t: 'args', id, d: part(json, Math.floor(at / count)) }
    }),
    ...all.map(({ id, args }): Piece => ({ t: 'args-end', id, args })),
    ...all.map(({ id }): Piece => ({ t: 'result', id, result: { ok: true, rows: w.between(1, 99) } })),
    { t: 'text', d: `${w.words(4)} ${LANDMARKS.end}` },
  ]
}
