'use client'

import { CodeBlock, Markdown } from '@antiphon/ui/markdown'
import type { ArtifactVersion } from '../read-artifacts.js'
import { PagePreview } from './page-preview.js'

export interface ArtifactBodyProps {
  version: ArtifactVersion
  /** Name of the place for screen readers. */
  label: string
  /** Shows a page or a document as it was written. */
  asSource: boolean
  framePage?: string
}

const sourceOf = { document: 'markdown', page: 'html', code: undefined }

/** One version. A page is shown once it is whole; until then its source grows. */
export function ArtifactBody({ version, label, asSource, framePage }: ArtifactBodyProps) {
  const { kind, content, isComplete, title, language } = version
  if (kind === 'page' && isComplete && !asSource)
    return <PagePreview key={version.key} html={content} title={title} framePage={framePage} />
  return (
    <div
      role="group"
      aria-label={label}
      tabIndex={0}
      className="ap:h-full ap:overflow-auto ap:p-5 ap:focus-visible:outline-offset-[-2px]"
    >
      {kind === 'document' && !asSource ? (
        <Markdown text={content} streaming={!isComplete} headingOffset={2} />
      ) : (
        <CodeBlock
          code={content}
          language={sourceOf[kind] ?? language?.toLowerCase()}
          complete={isComplete}
          maxLines={Number.MAX_SAFE_INTEGER}
        />
      )}
    </div>
  )
}
