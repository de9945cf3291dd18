import type { Message } from '@antiphon/core'
import { compact, isRecord, type JsonObject } from '@antiphon/core/internal'
import { withMetadata } from '../../shared/local-fields.js'
import type { ParsedTranscript, ReportLoss } from '../../types.js'
import { draftAnswer } from '../shared/answer.js'
import { defineSession, entriesOf, sampleOf } from '../shared/define-session.js'
import { restOf, textOf, timeOf, usageOf } from '../shared/fields.js'
import { createSessionThread } from '../shared/session-thread.js'
import type { VersionNode } from '../shared/versions.js'

const PREFIX = 'sillytavern.'

/** Chats of SillyTavern: lines, the first of which names who speaks. */
export const sillyTavernFormat = defineSession({
  name: 'sillytavern',
  title: 'SillyTavern: chat as lines',
  shapes: ['chat'],
  needs: 'lines with "mes" and "is_user"',
  sign(value) {
    const isOwn = sampleOf(value).some(
      ({ mes, is_user: isUser }) => typeof mes === 'string' && typeof isUser === 'boolean',
    )
    return isOwn ? 'lines with mes and is_user' : undefined
  },
  read,
})

function read(value: unknown, report: ReportLoss): Omit<ParsedTranscript, 'losses'> {
  const thread = createSessionThread('sillytavern', 'chat', report)
  const nodes: VersionNode[] = []
  let fields: JsonObject = {}
  let last: string | undefined
  entriesOf(value).forEach((entry, at) => {
    if (!isRecord(entry) || typeof entry.mes !== 'string') {
      if (at === 0 && isRecord(entry)) fields = entry
      else thread.keep(at, 'no line', entry)
      return
    }
    const versions = versionsIn(entry)
    const chosen = versions.indexOf(entry.mes)
    versions.forEach((text, i) => {
      const isShown = i === chosen
      nodes.push({
        id: isShown ? `line ${at}` : `line ${at}, version ${i}`,
        parent: last,
        messages: [readLine(entry, text, isShown)],
      })
    })
    last = `line ${at}`
  })
  return thread.endTree(nodes, { fields, title: textOf(fields.character_name), leaf: last })
}

/** The swipes of a message, including the shown one. */
function versionsIn({ mes, swipes }: JsonObject): string[] {
  const texts = Array.isArray(swipes) ? swipes.filter((text) => typeof text === 'string') : []
  const shown = String(mes)
  return texts.includes(shown) ? texts : [...texts, shown]
}

function readLine(line: JsonObject, text: string, isShown: boolean): Message {
  const extra = isRecord(line.extra) ? line.extra : {}
  const timestamp = timeOf(line.send_date)
  const notes = isShown ? restOf(PREFIX, line, 'mes', 'is_user', 'swipes') : {}
  if (line.is_system === true || extra.type === 'narrator') {
    return withMetadata(
      compact<Message>({ role: 'system', kind: 'notification', content: text, timestamp }),
      notes,
    )
  }
  if (line.is_user === true)
    return withMetadata(compact<Message>({ role: 'user', content: text, timestamp }), notes)
  const draft = draftAnswer()
  const thought = isShown ? textOf(extra.reasoning) : undefined
  if (thought !== undefined) draft.reasoning(thought)
  draft.text(text)
  const usage = isShown ? usageOf({ output: extra.token_count }) : undefined
  return withMetadata(
    draft.message(compact({ timestamp, model: isShown ? textOf(extra.model) : undefined, usage })),
    notes,
  )
}
