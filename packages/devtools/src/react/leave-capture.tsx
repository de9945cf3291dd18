'use client'

import { captureSubject, withSubject, type CaptureSubject } from '../capture-subject.js'
import { createTimeline } from '../timeline.js'
import { failingByte } from '../failing-row.js'
import { readCaptureFile, writeCapture } from '../capture-file.js'
import type { CaptureFile, WireExchange, WireReport } from '../types.js'
import { lazy, Suspense, useMemo, useState } from 'react'
import { safeFileName, saveFile } from '@antiphon/ui/functions'
import type { Shared, ShareReviewProps } from './redact/share-review.js'
import { ReportForm } from './text-form.js'
import { useInspectorWords } from './words.js'

const loadReview = () => import('./redact/index.js')
const ShareReview = lazy(async () => {
  const { ShareReview: component } = await loadReview()
  return { default: (props: ShareReviewProps<CaptureSubject>) => component(props) }
})

/** Exchanges that a report holds, the last of them the one that is reported. */
const MOST = 20

/** Facts of a chat and its host that a report holds beside the bytes. */
export type ReportFacts = Pick<WireReport, 'messages' | 'versions' | 'settings'>

/** Exchanges to export from the panel: as a capture, or as a report of one of them. */
export interface Leaving {
  exchanges: readonly WireExchange[]
  /** Absent for a capture without a report. */
  report?: ReportFacts & { of: WireExchange }
}

export interface LeaveCaptureProps {
  leaving: Leaving
  onDone: (problem?: string) => void
}

/** Saves a capture file: asks what went wrong where something is reported, and shows what the file would tell. */
export function LeaveCapture({ leaving, onDone }: LeaveCaptureProps) {
  const { inspector } = useInspectorWords()
  const [note, setNote] = useState<string>()
  const { exchanges, report } = leaving
  const needsNote = report !== undefined && note === undefined
  const file = useMemo(
    (): CaptureFile => (report ? reportOf(exchanges, report, note) : { exchanges: [...exchanges] }),
    [exchanges, report, note],
  )
  const subject = useMemo(() => (needsNote ? undefined : captureSubject(file)), [file, needsNote])
  if (!subject) return <ReportForm onText={setNote} onCancel={() => onDone()} />
  const save = async (shared: Shared<CaptureSubject>): Promise<void> => {
    const { leftIn } = await loadReview()
    const { text, says } = textOf(file, shared)
    // As a file and as a reader puts it together: a value may be cut between two rows.
    const left = [...new Set([...leftIn(text, shared), ...leftIn(says, shared)])]
    if (left.length > 0) return onDone(inspector.stillIn(left.join(', ')))
    saveFile(new Blob([text]), fileName(exchanges, report !== undefined))
    onDone()
  }
  return (
    <Suspense>
      <ShareReview
        subject={subject}
        isAsked={report !== undefined}
        action={inspector.download}
        onShare={(shared) => void save(shared).catch((error: unknown) => onDone(String(error)))}
        onClose={() => onDone()}
      />
    </Suspense>
  )
}

function reportOf(
  exchanges: readonly WireExchange[],
  { of, ...facts }: NonNullable<Leaving['report']>,
  note = '',
): CaptureFile {
  const last = exchanges.indexOf(of)
  return {
    exchanges: exchanges.slice(Math.max(0, last + 1 - MOST), last + 1),
    report: {
      ...(note.trim() !== '' && { note: note.trim() }),
      at: { exchange: of.id, byte: failingByte(createTimeline(of)) },
      ...facts,
    },
  }
}

function textOf(
  file: CaptureFile,
  { value, replaced }: Shared<CaptureSubject>,
): { text: string; says: string } {
  const { exchanges, report } = withSubject(file, value)
  const redacted = {
    values: replaced.length,
    places: replaced.reduce((sum, { count }) => sum + count, 0),
  }
  const text = writeCapture(exchanges, report && { ...report, redacted })
  return { text, says: JSON.stringify(captureSubject(readCaptureFile(text))) }
}

/** Named after the first exchange. */
function fileName([first]: readonly WireExchange[], isReport: boolean): string {
  const day =
    first?.startedAt === undefined ? undefined : new Date(first.startedAt).toISOString().slice(0, 19)
  const model = first?.question?.model ?? first?.reading.errorContext?.model
  const name = [isReport ? 'report' : 'wire', model, day?.replaceAll(':', '-')].filter(Boolean).join(' ')
  return safeFileName(`${name}.json`.replaceAll(/[/\\]/g, '-'), 'wire.json')
}
