import type { Message } from '@antiphon/core'
import { compact, entriesIn, isRecord, textOf, timeOf, type JsonObject } from '@antiphon/base'
import {
  withMetadata,
  draftAnswer,
  defineSession,
  entriesOf,
  restOf,
  usageFrom,
  type VersionNode,
} from '@antiphon/transcripts/toolkit'

const PREFIX = 'sillytavern.'

/** Chats of SillyTavern: lines, the first of which names who speaks. */
export const sillyTavernFormat = defineSession({
  name: 'sillytavern',
  title: 'SillyTavern: chat as lines',
  shapes: ['chat'],
  needs: 'lines with "mes" and "is_user"',
  sign(_, sample) {
    const isOwn = sample.some(
      ({ mes, is_user: isUser }) => typeof mes === 'string' && typeof isUser === 'boolean',
    )
    return isOwn ? 'lines with mes and is_user' : undefined
  },
  read(value, _, open) {
    const thread = open('chat')
    const nodes: VersionNode[] = []
    let fields: JsonObject = {}
    let last: string | undefined
    entriesOf(value).forEach((entry, at) => {
      const mes = isRecord(entry) ? shownOf(entry) : undefined
      if (!isRecord(entry) || mes === undefined) {
        if (at === 0 && isRecord(entry)) fields = entry
        else thread.keep(at, 'no line', entry)
        return
      }
      const versions = versionsIn(entry, mes)
      const chosen = versions.indexOf(mes)
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
  },
})

/** The text of a line, or the swipe that it names. */
function shownOf({ mes, swipes, swipe_id: at, is_user: isUser }: JsonObject): string | undefined {
  if (typeof mes === 'string') return mes
  const chosen = entriesIn(swipes)[Number(at ?? 0)]
  return isUser === undefined ? undefined : textOf(chosen)
}

/** The swipes of a message, including the shown one. */
function versionsIn({ swipes }: JsonObject, shown: string): string[] {
  const texts = entriesIn(swipes).filter((text) => typeof text === 'string')
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
  const usage = isShown ? usageFrom({ output: extra.token_count }) : undefined
  return withMetadata(
    draft.message(compact({ timestamp, model: isShown ? textOf(extra.model) : undefined, usage })),
    notes,
  )
}
