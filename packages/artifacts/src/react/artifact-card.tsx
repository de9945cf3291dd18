'use client'

import { useOptionalChat } from '@antiphon/react'
import {
  Icon,
  RevealedText,
  toolRenderer,
  useWords,
  type ToolRendererProps,
  type ToolRenderers,
} from '@antiphon/ui'
import { useEntryWords, useStaticPage } from '@antiphon/ui/parts'
import { useMemo } from 'react'
import { readVersion } from '../read-artifacts.js'
import { writeArtifact } from '../write-artifact.js'
import { englishArtifacts } from './english.js'
import { useArtifacts } from './use-artifacts.js'

/** Which artifact is shown, and which version of it. */
export interface ArtifactPlace {
  id: string
  /** Key of the call that wrote it. Default: the latest, also when a newer one comes. */
  version?: string
}

/**
 * The view of `writeArtifact` in a transcript: a card that opens the artifact. Make the table once:
 *
 * ```tsx
 * const toolRenderers = artifactRenderers({ onOpen: setShown })
 * <Chat transcript={{ toolRenderers }} />
 * ```
 */
export function artifactRenderers({ onOpen }: { onOpen: (place: ArtifactPlace) => void }): ToolRenderers {
  const Card = (props: ToolRendererProps): React.ReactNode => <ArtifactCard {...props} onOpen={onOpen} />
  return toolRenderer(writeArtifact, Card as never, { present: 'card' })
}

interface ArtifactCardProps extends ToolRendererProps {
  onOpen: (place: ArtifactPlace) => void
}

function ArtifactCard({ call, onOpen }: ArtifactCardProps) {
  const words = useEntryWords('artifacts', englishArtifacts)
  const { formats } = useWords()
  const isStatic = useStaticPage() !== undefined
  const artifacts = useArtifacts(useOptionalChat())
  const artifact = artifacts.find(({ versions }) => versions.some(({ key }) => key === call.key))
  const at = artifact?.versions.findIndex(({ key }) => key === call.key) ?? -1
  // A transcript without a chat has the call alone.
  const alone = useMemo(() => (artifact ? undefined : readVersion(call)), [artifact, call])
  const version = artifact?.versions[at] ?? alone?.version
  const id = artifact?.id ?? alone?.id
  if (!version || id === undefined) return null
  const isLatest = at < 0 || at === artifact!.versions.length - 1
  const facts = [
    words.kind[version.kind],
    version.isComplete ? (at < 0 ? undefined : words.version(formats.number(at + 1))) : words.writing,
  ]
  const content = (
    <>
      <span className="ap:flex ap:size-9 ap:flex-none ap:items-center ap:justify-center ap:rounded-button ap:bg-surface ap:text-text-2">
        <Icon name="file" />
      </span>
      <span className="ap:min-w-0 ap:flex-1">
        <span className="ap:block ap:truncate ap:font-title">
          <RevealedText text={version.title} />
        </span>
        <span className="ap:block ap:text-data ap:text-text-3">{facts.filter(Boolean).join(' · ')}</span>
      </span>
    </>
  )
  const className =
    'ap:flex ap:w-full ap:max-w-96 ap:items-center ap:gap-3 ap:rounded-block ap:border ap:border-edge ap:bg-raised ap:p-2 ap:text-start'
  return isStatic ? (
    <div data-slot="artifact-card" className={className}>
      {content}
    </div>
  ) : (
    <button
      type="button"
      data-slot="artifact-card"
      className={`${className} ap:hover:bg-hover`}
      onClick={() => onOpen(isLatest ? { id } : { id, version: call.key })}
    >
      {content}
      <span className="ap:flex-none ap:pe-2 ap:text-data ap:text-text-2">{words.open}</span>
    </button>
  )
}
