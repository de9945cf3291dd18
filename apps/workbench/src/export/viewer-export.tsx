import type { Message } from '@antiphon/core'
import { describeRule, formats, type Loss, type TranscriptDocument } from '@antiphon/transcripts'
import { exportMarkdown, exportText } from '@antiphon/transcripts'
import { Button, copyText } from '@antiphon/ui'
import { useMarkdownPlugins, type MarkdownPlugin } from '@antiphon/ui/markdown'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Select } from 'app-parts'
import { saveFile } from './save-file.js'
import type { Shared, ShareReviewProps } from '@antiphon/devtools/review'
import { englishShare as share } from '../words/english-share.js'
import { englishViewer as said } from '../words/english-viewer.js'
import { PanelSection } from '../viewer/panel-section.js'

export interface Exported {
  text: string
  /** Ending of the file. */
  ending: string
  mime: string
  losses: Loss[]
}

/** Titles of the export formats, by name: three for reading, one that replays the answers, and those of other systems. */
const exportKinds: Readonly<Record<string, string>> = {
  ...said.kinds,
  ...Object.fromEntries(formats.map(({ name, title }) => [name, `${title.split(':', 1)[0]!} (JSON)`])),
}

function exportAs(
  kind: string,
  messages: readonly Message[],
  title: string,
  document?: TranscriptDocument,
): Exported {
  switch (kind) {
    case 'markdown':
      return { text: exportMarkdown(messages, { title }), ending: 'md', mime: 'text/markdown', losses: [] }
    case 'text':
      return { text: exportText(messages, { title }), ending: 'txt', mime: 'text/plain', losses: [] }
  }
  const { value, losses } = formats.find(({ name }) => name === kind)!.print(messages, { document })
  if (typeof value === 'string') return { text: value, ending: 'jsonl', mime: 'application/jsonl', losses }
  return { text: JSON.stringify(value, null, 2), ending: 'json', mime: 'application/json', losses }
}

/** The same, or a page, which is drawn by what is loaded for it. */
async function exportAny(
  plugins: readonly MarkdownPlugin[],
  kind: string,
  ...[messages, note, document]: [readonly Message[], string, TranscriptDocument?]
): Promise<Exported> {
  if (kind === 'replay') {
    const { replayOfMessages, writeCapture } = await import('@antiphon/devtools')
    const text = writeCapture(replayOfMessages(messages), { note, messages })
    return { text, ending: 'json', mime: 'application/json', losses: [] }
  }
  if (kind !== 'html') return exportAs(kind, messages, note, document)
  const { exportHtml } = await import('@antiphon/ui/export')
  const text = await exportHtml(messages, { note, plugins })
  return { text, ending: 'html', mime: 'text/html', losses: [] }
}

/** Lists what an export would lose or change, one line for each kind, or why the format cannot be written at all. */
function lossesAs(kind: string, ...rest: [readonly Message[], string, TranscriptDocument?]): string[] {
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
  return [...counts].map(([rule, count]) => said.times(describeRule(rule), count))
}

export interface ViewerExportProps {
  messages: readonly Message[]
  title: string
  /** Data around the messages in the file that they come from. */
  document?: TranscriptDocument
}

/** Everything that is exported together, so that a redacted value has the same name in all of it. */
type Leaving = Pick<ViewerExportProps, 'messages' | 'title' | 'document'>

const loadReview = () => import('@antiphon/devtools/review')
const ShareReview = lazy(async () => {
  const { ShareReview: component } = await loadReview()
  return { default: (props: ShareReviewProps<Leaving>) => component(props) }
})

interface Sharing {
  way: 'download' | 'copy'
  isAsked: boolean
}

/** Takes the messages away: as a page, as text, or as the JSON of any system, with every loss named. */
export function ViewerExport({ messages, title, document }: ViewerExportProps) {
  const [kind, setKind] = useState('html')
  const [note, setNote] = useState('')
  // Made when it is wanted; only what can lose something is made at once, to say what.
  const losses = useMemo(() => lossesAs(kind, messages, title, document), [kind, messages, title, document])
  const plugins = useMarkdownPlugins()
  const [sharing, setSharing] = useState<Sharing>()
  const subject = useMemo(() => ({ messages, title, document }), [messages, title, document])
  const begin = (next: Sharing): void => {
    setNote('')
    setSharing(next)
  }
  const leave = async (way: Sharing['way'], shared: Shared<Leaving>): Promise<string> => {
    const { messages: shown, title: name, document: around } = shared.value
    const { text, ending, mime } = await exportAny(plugins, kind, shown, name, around)
    const { leftIn } = await loadReview()
    const left = leftIn(text, shared)
    if (left.length > 0) return share.stillIn(left.join(', '))
    if (way === 'copy') return (await copyText(text)) ? said.copied : said.copyFailed
    saveFile(`${fileName(name)}.${ending}`, text, mime)
    return ''
  }

  return (
    <PanelSection title={said.export}>
      <Select
        aria-label={said.formatLabel}
        placeholder={said.chooseFormat}
        options={exportKinds}
        value={kind}
        onChange={(value) => {
          setKind(value || 'html')
          setNote('')
        }}
      />
      <div className="flex flex-wrap gap-2">
        {(['download', 'copy'] as const).map((way) => (
          <Button key={way} variant="small" onClick={() => begin({ way, isAsked: false })}>
            {share[way]}
          </Button>
        ))}
        <Button variant="small" onClick={() => begin({ way: 'download', isAsked: true })}>
          {said.review}
        </Button>
      </div>
      {sharing && (
        <Suspense>
          <ShareReview
            subject={subject}
            isAsked={sharing.isAsked}
            action={share[sharing.way]}
            onShare={(shared) => {
              leave(sharing.way, shared)
                .then(setNote)
                .catch((error: unknown) => setNote(error instanceof Error ? error.message : String(error)))
            }}
            onClose={() => setSharing(undefined)}
          />
        </Suspense>
      )}
      <p role="status" className="text-data text-text-2 empty:hidden">
        {note}
      </p>
      {losses.length > 0 && (
        <ul aria-label={said.losses} className="flex list-disc flex-col gap-1 ps-4 text-data text-text-2">
          {losses.map((line) => (
            <li key={line} className="break-words">
              {line}
            </li>
          ))}
        </ul>
      )}
    </PanelSection>
  )
}

const fileName = (title: string): string =>
  title
    .replace(/\.[a-z]{2,5}$/i, '')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60) || 'transcript'
