import type { ParsedTranscript, ReportLoss } from '@antiphon/transcripts'
import { createSessionThread } from '@antiphon/transcripts/toolkit'

const START = /^(?:# [^\n]*\r?\n)?\s*_Exported on ([^\n]+?) from Cursor \(([^)\n]*)\)_/
const SPEAKER = /^\*\*(User|Cursor)\*\*\s*$/

/** Whether a text is a chat that Cursor exported. */
export const isCursorMarkdown = (text: string): boolean => START.test(text.replace(/^\uFEFF?\s*/, ''))

/** A chat as Cursor exports it: prompts and answers between rules. Calls are not in it. */
export function readCursorMarkdown(value: string, report: ReportLoss): Omit<ParsedTranscript, 'losses'> {
  const text = value.replace(/^\uFEFF?\s*/, '')
  const [, exportedAt, version] = START.exec(text) ?? []
  const thread = createSessionThread('cursor', 'markdown', report)
  const lines = text.split(/\r?\n/)
  let role: 'user' | 'assistant' | undefined
  let said: string[] = []
  const end = (): void => {
    const content = said.join('\n').trim()
    if (role && content !== '') thread.add({ role, content })
    said = []
  }
  /** The last line that is not empty. */
  let above = ''
  lines.forEach((line) => {
    const who = SPEAKER.exec(line)?.[1]
    // A rule alone is part of an answer, and so is a bold name that has none above it.
    const isTurn = who !== undefined && above === '---'
    above = line.trim() || above
    if (!isTurn) {
      said.push(line)
      return
    }
    said.splice(said.findLastIndex((one) => one.trim() === '---'))
    end()
    role = who === 'User' ? 'user' : 'assistant'
  })
  // A file that is cut may end in the rule before the next turn.
  end()
  const title = /^# ([^\n]+)/.exec(text)?.[1]?.trim()
  return thread.end({ title, fields: { exportedAt, version } })
}
