import { isRecord, type JsonObject } from '@antiphon/base'
import type { Conversation, ParsedTranscript, ReportLoss } from '../types.js'

/** The first conversation with the others after it, as a format returns them. There must be at least one. */
export function severalOf(conversations: readonly Conversation[]): Omit<ParsedTranscript, 'losses'> {
  const [first, ...others] = conversations
  return others.length > 0 ? { ...first!, others } : first!
}

/**
 * Reads each entry on its own. An entry that is not a conversation is reported as a loss and kept with the first
 * conversation; the others are still read.
 */
export function readEach(
  entries: readonly unknown[],
  isOne: (entry: JsonObject) => boolean,
  readOne: (entry: JsonObject) => Conversation | readonly Conversation[],
  report: ReportLoss,
): Omit<ParsedTranscript, 'losses'> {
  const broken: [string, unknown][] = []
  const conversations = entries.flatMap((entry, at): readonly Conversation[] => {
    if (isRecord(entry) && isOne(entry)) {
      const read = readOne(entry)
      return Array.isArray(read) ? (read as readonly Conversation[]) : [read as Conversation]
    }
    broken.push([`entry ${at}`, entry])
    report('no_message', `[${at}]`, entry, undefined)
    return []
  })
  const [first, ...rest] = conversations
  if (broken.length === 0) return severalOf(conversations)
  const { document } = first!
  const kept = { ...document.kept, ...Object.fromEntries(broken) }
  const counts = { ...document.counts, 'no conversation': broken.length }
  return severalOf([{ ...first!, document: { ...document, kept, counts } }, ...rest])
}
