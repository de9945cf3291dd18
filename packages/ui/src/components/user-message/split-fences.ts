import { beginFence, behindLine, type FenceMark } from '../../markdown/fence.js'

/** A user's text is plain; only fenced code is set apart. */
export type UserBlock = { type: 'text'; text: string } | { type: 'code'; text: string; lang: string }

export function splitFences(text: string): UserBlock[] {
  const blocks: UserBlock[] = []
  let lines: string[] = []
  let fence: { mark: FenceMark; lang: string } | undefined
  const flush = (): void => {
    const body = lines.join('\n')
    if (fence) blocks.push({ type: 'code', text: body, lang: fence.lang })
    else if (body.trim() !== '') blocks.push({ type: 'text', text: body.replace(/^\n+|\n+$/g, '') })
    lines = []
  }
  for (const line of text.split('\n')) {
    const mark = fence && behindLine(fence.mark, line.trim())
    const begun = fence ? null : beginFence(line)
    if (mark === null) {
      flush()
      fence = undefined
    } else if (begun) {
      flush()
      fence = { mark: begun.mark, lang: /^[\w+#.-]{0,32}/.exec(begun.info)![0] }
    } else {
      if (fence && mark) fence.mark = mark
      lines.push(line)
    }
  }
  flush()
  return blocks
}

/** Letters that fit on a line of the bubble at its widest. */
const LINE = 62

/** Lines the text will take, without measuring, so that server and browser agree. */
export function estimateLines(text: string): number {
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE)), 0)
}
