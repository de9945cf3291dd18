'use client'

import { standsAlone, Modal, useEntryWords } from '@antiphon/ui/parts'
import { leftovers, redact } from '../../redact/index.js'
import { reviewSteps } from '../../redact/review.js'
import { runInSlices } from '../../redact/run-steps.js'
import type { RedactionFinding, Review } from '../../redact/types.js'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '@antiphon/ui'
import { englishRedact } from './english.js'
import { RedactionReview } from './redaction-review.js'

/** The value to share, and the findings that must not be in any text written from it. */
export interface Shared<Subject> {
  value: Subject
  replaced: readonly RedactionFinding[]
}

/** The value to share, and what happens with its redacted copy. */
export interface ShareReviewProps<Subject> {
  subject: Subject
  /** Shown even when nothing was found, so that something can be added. */
  isAsked: boolean
  /** Label of the button: "Download". */
  action: string
  onShare: (shared: Shared<Subject>) => void
  onClose: () => void
}

/** Which of the replaced values a finished text still holds, by their names. */
export const leftIn = (text: string, { replaced }: Shared<unknown>): string[] =>
  leftovers(text, replaced).map(({ name }) => name)

/**
 * Searches a value for secrets before it is shared, shows them, and passes on the redacted value. No secret that was found is
 * shared unseen.
 */
export const ShareReview = /* @__PURE__ */ standsAlone(function ShareReview<Subject>({
  subject,
  isAsked,
  action,
  onShare,
  onClose,
}: ShareReviewProps<Subject>) {
  const words = useEntryWords('redact', englishRedact)
  const [added, setAdded] = useState<readonly string[]>([])
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const [found, setFound] = useState<Review>()
  const [failure, setFailure] = useState('')
  const dialog = useRef<HTMLDialogElement>(null)
  const latest = useRef({ subject, isAsked, onShare, onClose })
  const id = useId()

  useEffect(() => {
    const stop = new AbortController()
    const { subject: whole, isAsked: isWanted, onShare: share, onClose: close } = latest.current
    runInSlices(reviewSteps(whole, { texts: added }), {
      now: () => performance.now(),
      pause: () => new Promise((resolve) => setTimeout(resolve)),
      signal: stop.signal,
    })
      .then((next) => {
        if (stop.signal.aborted) return
        if (next.findings.length === 0 && added.length === 0 && !isWanted) {
          share({ value: whole, replaced: [] })
          close()
        } else setFound(next)
      })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setFailure(error instanceof Error ? error.message : String(error))
      })
    return () => stop.abort()
  }, [added])

  const share = (): void => {
    if (!found) return
    const replaced = found.findings.filter((finding) => !kept.has(finding.id))
    onShare({ value: redact(subject, found, kept).value, replaced })
    dialog.current?.close()
  }
  if (!found && failure === '')
    return (
      <p role="status" className="ap:text-data ap:text-text-2">
        {words.looking}
      </p>
    )
  return (
    <Modal ref={dialog} aria-labelledby={id} onClose={onClose}>
      <div className="ap:flex ap:max-h-[calc(100dvh-2rem)] ap:flex-col ap:gap-4 ap:p-4">
        <h2 id={id} className="ap:text-prose ap:font-heading">
          {words.title}
        </h2>
        {failure !== '' && (
          <p
            role="alert"
            className="ap:rounded-block ap:bg-danger-soft ap:px-3 ap:py-2 ap:text-row ap:text-danger"
          >
            {failure}
          </p>
        )}
        {found && (
          <div className="ap:min-h-0 ap:flex-1 ap:overflow-y-auto">
            <RedactionReview
              review={found}
              kept={kept}
              onKept={setKept}
              added={added}
              onAdded={(next) => {
                // Ids belong to one review, so a new review begins with nothing kept.
                setKept(new Set())
                setFailure('')
                setAdded(next)
              }}
            />
          </div>
        )}
        <div className="ap:flex ap:flex-wrap ap:gap-2">
          {found && (
            <Button variant="primary" onClick={share}>
              {action}
            </Button>
          )}
          <Button onClick={() => dialog.current?.close()}>{words.cancel}</Button>
        </div>
      </div>
    </Modal>
  )
})
