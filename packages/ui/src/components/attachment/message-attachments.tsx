'use client'

import type { ContentPart } from '@antiphon/core'
import { field } from '@antiphon/core/internal'
import { createElement, useState } from 'react'
import { useLazyModule } from '../../lib/lazy-module.js'
import { useFirst, useStaticPage } from '../../lib/static-page.js'
import { useWords } from '../../strings/strings.js'
import { Button } from '../button/button.js'
import { Part } from '../part/part.js'
import { ContentPartView, ImageView } from './content-part-view.js'
import { imageAddress } from './image-address.js'
import { lazyMedia } from './lazy-media.js'

/** Images that show before the rest folds. */
const IMAGES = 4

const addressOf = (part: ContentPart): unknown => {
  const image = field(part, 'image_url')
  return typeof image === 'string' ? image : field(image, 'url')
}

/** The attachments of a message that was sent, each kind in a line of its own, so that none takes its height from another. */
export function MessageAttachments({ parts }: { parts: readonly ContentPart[] }) {
  const rowOf = (part: ContentPart): string => {
    const type = part?.type
    return type === 'image_url'
      ? 'images'
      : type === 'file'
        ? 'files'
        : type === 'input_audio'
          ? 'audio'
          : 'others'
  }
  const rows = { images: [], files: [], audio: [], others: [] } as Record<string, ContentPart[]>
  for (const part of parts) rows[rowOf(part)]!.push(part)
  const { images, ...more } = rows
  return (
    <Part as="div" slot="attachments">
      {images!.length > 0 && <Tiles images={images!} />}
      {Object.entries(more).map(
        ([row, all]) =>
          all.length > 0 && (
            <div key={row} data-slot="attachment-row" data-row-of={row}>
              {all.map((part, index) => (
                <ContentPartView key={index} part={part} />
              ))}
            </div>
          ),
      )}
    </Part>
  )
}

/** Pictures of one size; a press shows one as large as the window. */
function Tiles({ images }: { images: readonly ContentPart[] }) {
  const { strings, formats } = useWords()
  const words = strings.attachment
  const [first, setFirst] = useState(useFirst(IMAGES))
  const [open, setOpen] = useState<number>()
  const isStatic = useStaticPage() !== undefined
  const media = useLazyModule(lazyMedia, open !== undefined)
  const shown = images.slice(0, first)
  const hidden = images.length - shown.length
  const inline = images.map((part) => imageAddress(addressOf(part)))
  const shownLarge = inline.flatMap((address, at) =>
    address.kind === 'inline' ? [{ src: address.src, at }] : [],
  )
  return (
    <div data-slot="image-grid">
      {shown.map((part, index) => {
        const address = inline[index]!
        const alt = images.length > 1 ? words.nthImage(formats.number(index + 1)) : words.userImage
        if (isStatic || address.kind !== 'inline')
          return <ImageView key={index} url={addressOf(part)} alt={words.userImage} />
        return (
          <button
            key={index}
            type="button"
            data-slot="image-tile"
            aria-label={words.enlarge(alt)}
            onPointerEnter={() => lazyMedia.preload()}
            onClick={() => setOpen(shownLarge.findIndex(({ at }) => at === index))}
          >
            <img data-slot="image" src={address.src} alt={alt} decoding="async" />
          </button>
        )
      })}
      {hidden > 0 && (
        <Button variant="small" data-print="hide" onClick={() => setFirst(Infinity)}>
          {words.more(hidden, formats.number(hidden))}
        </Button>
      )}
      {media &&
        open !== undefined &&
        createElement(media.Lightbox, {
          images: shownLarge.map(({ src, at }) => ({
            src,
            name: images.length > 1 ? words.nthImage(formats.number(at + 1)) : words.userImage,
          })),
          first: open,
          onClose: () => setOpen(undefined),
        })}
    </div>
  )
}
