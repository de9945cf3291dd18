import type { ContentPart } from '@antiphon/core'
import { useState } from 'react'
import { useWords } from '../../strings/strings.js'
import { Button } from '../button/button.js'
import { Part } from '../part/part.js'
import { ContentPartView } from './content-part-view.js'

/** Images that show before the rest folds. */
const IMAGES = 4

/** The attachments of a message that was sent: images as a grid of four, the others below, in their order. */
export function MessageAttachments({ parts }: { parts: readonly ContentPart[] }) {
  const { strings, formats } = useWords()
  const [all, setAll] = useState(false)
  const images = parts.filter((part) => part?.type === 'image_url')
  const others = parts.filter((part) => part?.type !== 'image_url')
  const shown = all ? images : images.slice(0, IMAGES)
  const hidden = images.length - shown.length
  return (
    <Part as="div" slot="attachments">
      {shown.length > 0 && (
        <div data-slot="image-grid" data-count={shown.length}>
          {shown.map((part, index) => (
            <ContentPartView key={index} part={part} alt={strings.attachment.userImage} />
          ))}
          {hidden > 0 && (
            <Button variant="small" data-print="hide" onClick={() => setAll(true)}>
              {strings.attachment.more(hidden, formats.number(hidden))}
            </Button>
          )}
        </div>
      )}
      {others.map((part, index) => (
        <ContentPartView key={index} part={part} />
      ))}
    </Part>
  )
}
