import type { Message } from '@antiphon/core'
import { exportMarkdown, exportText } from '@antiphon/core/export'
import { describeRule, formats, type Loss, type TranscriptDocument } from '@antiphon/core/formats'
import { exportHtml } from '@antiphon/ui/export'

export interface Exported {
  text: string
  /** Ending of the file. */
  ending: string
  mime: string
  losses: Loss[]
}

/** What a transcript can be taken away as, by name. The first three are for reading, the others for other systems. */
export const exportKinds: Readonly<Record<string, string>> = {
  html: 'One page (HTML)',
  markdown: 'Markdown',
  text: 'Plain text',
  ...Object.fromEntries(formats.map(({ name, title }) => [name, `JSON of ${title.split(':', 1)[0]!}`])),
}

export function exportAs(
  kind: string,
  messages: readonly Message[],
  title: string,
  document?: TranscriptDocument,
): Exported {
  switch (kind) {
    case 'html':
      return { text: exportHtml(messages, { note: title }), ending: 'html', mime: 'text/html', losses: [] }
    case 'markdown':
      return { text: exportMarkdown(messages, { title }), ending: 'md', mime: 'text/markdown', losses: [] }
    case 'text':
      return { text: exportText(messages, { title }), ending: 'txt', mime: 'text/plain', losses: [] }
  }
  const { value, losses } = formats.find(({ name }) => name === kind)!.print(messages, { document })
  if (typeof value === 'string') return { text: value, ending: 'jsonl', mime: 'application/jsonl', losses }
  return { text: JSON.stringify(value, null, 2), ending: 'json', mime: 'application/json', losses }
}

/** What would be lost or changed, one line for each kind; why it cannot be written at all, where it cannot. */
export function lossesAs(kind: string, ...rest: [readonly Message[], string, TranscriptDocument?]): string[] {
  if (!formats.some(({ name }) => name === kind)) return []
  try {
    return lossLines(exportAs(kind, ...rest).losses)
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

function lossLines(losses: readonly Loss[]): string[] {
  const counts = new Map<string, number>()
  for (const { rule } of losses) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  return [...counts].map(([rule, count]) => `${describeRule(rule)}${count > 1 ? ` (${count} times)` : ''}`)
}
