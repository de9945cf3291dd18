'use client'

import { openPageFrame, type FrameProblem } from '@antiphon/base'
import { Button, Notice } from '@antiphon/ui'
import { useEntryWords } from '@antiphon/ui/parts'
import { useEffect, useRef, useState } from 'react'
import { englishArtifacts } from './english.js'

export interface PagePreviewProps {
  html: string
  title: string
  /** Address of a page for frames, where the policy of this page lets no script run in a frame made from text. */
  framePage?: string
}

const nothing: readonly never[] = []
const domains = { connect: nothing, resource: nothing, frame: nothing, baseUri: nothing }

/** A page that a model wrote. It runs in a frame without an origin, reaches no network, and says nothing to this page. */
export function PagePreview(props: PagePreviewProps) {
  const [run, setRun] = useState(0)
  return <Run key={run} {...props} onRestart={() => setRun(run + 1)} />
}

function Run({ html, title, framePage, onRestart }: PagePreviewProps & { onRestart: () => void }) {
  const words = useEntryWords('artifacts', englishArtifacts)
  const place = useRef<HTMLDivElement>(null)
  const [problem, setProblem] = useState<FrameProblem>()
  const name = words.frame(title)
  useEffect(() => {
    if (!place.current) return
    const frame = openPageFrame(place.current, {
      slot: 'artifact-frame',
      html,
      domains,
      permissions: nothing,
      title: name,
      framePage,
      onStart: () => {},
      onMessage: () => {},
      onProblem: setProblem,
    })
    return frame.remove
  }, [html, name, framePage])
  return (
    <>
      <div ref={place} hidden={problem !== undefined} className="ap:h-full ap:bg-bg" />
      {problem && (
        <div className="ap:p-4">
          <Notice
            role="alert"
            tone="warn"
            icon="alert"
            title={words.problem[problem]}
            actions={
              <Button variant="small" onClick={onRestart}>
                {words.restart}
              </Button>
            }
          />
        </div>
      )}
    </>
  )
}
