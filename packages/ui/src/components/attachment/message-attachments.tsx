'use client'

import type { ContentPart } from '@antiphon/core'
import { createElement } from 'react'
import { useLazyModule } from '../../lib/lazy-module.js'
import { useFirst, useStaticPage } from '../../lib/static-page.js'
import { useWords } from '../../strings/strings.js'
import { Part } from '../part/part.js'
import { lazyLive } from '../live-parts/use-live-parts.js'
import { ContentPartView } from './content-part-view.js'

/** Images that show before the rest folds. */
const IMAGES = 4

/** The lines for the parts of a message, one for each kind; all other parts come last. */
const lines: readonly (string | undefined)[] = ['image_url', 'file', 'input_audio', undefined]

/**
 * The attachments of a sent message, each kind in a line of its own, so that heights do not mix. They show at once. Their
 * controls load later (`SentPart`) and take the same place.
 */
export function MessageAttachments({ parts }: { parts: readonly ContentPart[] }) {
  const { strings } = useWords()
  const isStatic = useStaticPage() !== undefined
  const first = useFirst(IMAGES)
  const media = useLazyModule(lazyLive, !isStatic)
  return (
    <Part as="div" slot="attachments">
      {lines.map((type) => {
        const line = parts.filter((part) => (lines.includes(part?.type) ? part.type : undefined) === type)
        if (line.length === 0) return null
        const isImages = type === 'image_url'
        return (
          <div key={type ?? ''} data-slot={isImages ? 'image-grid' : 'attachment-row'}>
            {media && isImages
              ? createElement(media.Tiles, { images: line, first })
              : line
                  .slice(0, isImages ? first : undefined)
                  .map((part, index) =>
                    media ? (
                      createElement(media.SentPart, { key: index, part })
                    ) : (
                      <ContentPartView key={index} part={part} alt={strings.attachment.userImage} isSent />
                    ),
                  )}
          </div>
        )
      })}
    </Part>
  )
}
