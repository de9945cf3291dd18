import { fenceLines } from '../../markdown/fence.js'

/** A user's text is plain; only fenced code is set apart. */
export type UserBlock = { type: 'text'; text: string } | { type: 'code'; text: string; lang: string }

export function splitFences(text: string): UserBlock[] {
  return fenceLines(text).flatMap(({ lang, lines }): UserBlock[] => {
    const body = lines.join('\n')
    if (lang !== undefined) return [{ type: 'code', text: body, lang }]
    return body.trim() === '' ? [] : [{ type: 'text', text: body.replace(/^\n+|\n+$/g, '') }]
  })
}

/** Letters that fit on a line of the bubble at its widest. */
const LINE = 62

/** Lines the text will take, without measuring, so that server and browser agree. */
export function estimateLines(text: string): number {
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE)), 0)
}
