import { formats } from '@antiphon/transcripts'
import { openSession, sessionFacts, sessionFormats } from '@antiphon/sessions'
import type { SummaryReport, SummaryRequest } from './read-types.js'

const MB = 1024 * 1024
/** Up to so many bytes a session is read whole for the list; of a longer one the beginning and the end. */
const WHOLE = 4 * MB

const titles = new Map<string, string>(
  [...formats, ...sessionFormats].map(({ name, title }) => [name, title.split(/[:,]/, 1)[0]!]),
)

/** Reads as much of a session as a list needs to show it. Never rejects. */
export async function summarize({ key, files, isStore }: SummaryRequest): Promise<SummaryReport> {
  const isLong = files.reduce((sum, { size }) => sum + size, 0) > WHOLE
  const parts = isLong ? edgesOf(files[0]!, isStore) : files.flatMap((file) => [file, '\n'])
  try {
    const { conversations, problems } = await openSession(new Blob(parts).stream())
    const [first] = conversations
    if (!first) return { key, agent: '', problem: problems.at(-1)?.message ?? '' }
    return {
      key,
      agent: titles.get(first.format) ?? '',
      format: first.format,
      facts: sessionFacts(first),
      ...(isLong && { isPartial: true as const }),
      ...(conversations.length > 1 && { others: conversations.length - 1 }),
    }
  } catch (error) {
    return { key, agent: '', problem: error instanceof Error ? error.message : String(error) }
  }
}

const edgesOf = (file: File, isStore: boolean): BlobPart[] =>
  isStore ? [file.slice(0, WHOLE)] : [file.slice(0, 2 * MB), '\n', file.slice(-MB / 2)]
