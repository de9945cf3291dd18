import type { Message } from '@antiphon/core'
import { TEXT_BEGINNING, defineSession } from '@antiphon/transcripts/toolkit'

type Role = 'system' | 'user' | 'assistant'

/** Names of the speakers, as people, programs and our own exports write them. */
const ROLES: readonly (readonly [Role, RegExp])[] = [
  ['user', /^(?:you|user|human|du|sie|nutzer)$/i],
  ['assistant', /^(?:assistant|assistent|ai|chatgpt|claude|gemini|copilot)$/i],
  ['system', /^(?:system|system prompt|systemprompt)$/i],
]
/** A name with a colon, in bold or in a heading: `User: Ahoy`, `**User:** Ahoy`, `**User**`, `## User`, `You said:`. */
const LABEL =
  /^(#{1,6} +)?(\*\*|__)?([a-z]+(?: prompt)?)(?: (?:said|hat gesagt|hast gesagt|haben gesagt))?(:)?(?:\*\*|__)?(:)?(?:\s+(.*))?$/i
const FENCE = /^ {0,3}(`{3,}|~{3,})/
/** A rule at the end of a turn, which separates it from the next. */
const RULE = /(?:^|\n)-{3,}$/

/** A conversation as somebody pasted it: lines that begin with who speaks. Calls of tools and reasoning stay words. */
export const plainTextFormat = defineSession({
  name: 'plain-text',
  title: 'Plain text: User and Assistant in turn',
  shapes: ['turns'],
  needs: 'a text that begins with "User:", "You said:" or the like, and names the assistant as well',
  isText(text) {
    const { title, turns } = readTurns(text)
    const has = (wanted: Role): boolean => turns.some(({ role }) => role === wanted)
    // Only the beginning of a long text is known, and its first prompt may be longer than that.
    const isCut = text.length >= TEXT_BEGINNING
    return title !== undefined && (has('user') ? isCut || has('assistant') : isCut && has('system'))
  },
  sign: () => undefined,
  read(value, _, open) {
    const thread = open('turns')
    const { title, turns } = readTurns(String(value))
    for (const { role, lines } of turns) {
      const content = lines.join('\n').trim().replace(RULE, '').trim()
      if (content !== '') thread.add({ role, content } satisfies Message)
    }
    return thread.end({ title: title === '' ? undefined : title })
  },
})

interface Label {
  role: Role
  /** How the name is written. Names that are part of an answer are written in other ways. */
  style: string
  /** The rest of the line. */
  rest: string
}

function labelIn(line: string): Label | undefined {
  const [, heading = '', bold = '', name = '', inner, outer, rest = ''] = LABEL.exec(line.trimEnd()) ?? []
  const role = ROLES.find(([, names]) => names.test(name))?.[0]
  const hasColon = inner !== undefined || outer !== undefined
  // A label without a colon is a heading, or bold and alone in its line.
  if (!role || (!hasColon && (rest !== '' || heading + bold === ''))) return undefined
  return heading !== '' && rest !== '' ? undefined : { role, style: heading.trim() + bold, rest }
}

/** The turns of a text, and the title above them: empty where there is none, undefined if there is more than a title. */
function readTurns(text: string): { title: string | undefined; turns: { role: Role; lines: string[] }[] } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const first = lines.findIndex((line) => labelIn(line))
  const style = labelIn(lines[first] ?? '')?.style
  const turns: { role: Role; lines: string[] }[] = []
  const fenced = fencedLines(lines)
  lines.forEach((line, at) => {
    const label = fenced.has(at) ? undefined : labelIn(line)
    if (label && label.style === style) turns.push({ role: label.role, lines: [label.rest] })
    else turns.at(-1)?.lines.push(line)
  })
  const above = lines.slice(0, Math.max(0, first)).filter((line) => line.trim() !== '')
  const [title = '', underline] = above
  const isTitle = above.length < 2 ? above.length === 0 || title.startsWith('# ') : /^=+$/.test(underline!)
  return { title: isTitle && above.length < 3 ? title.replace(/^# /, '').trim() : undefined, turns }
}

/** Lines of code. A fence that never closes begins none. */
function fencedLines(lines: readonly string[]): ReadonlySet<number> {
  const fenced = new Set<number>()
  let open: { mark: string; at: number } | undefined
  lines.forEach((line, at) => {
    const mark = FENCE.exec(line)?.[1]
    if (mark === undefined) return
    if (!open) open = { mark, at }
    else if (mark.startsWith(open.mark) && line.trim() === mark) {
      for (let inside = open.at; inside <= at; inside++) fenced.add(inside)
      open = undefined
    }
  })
  return fenced
}
