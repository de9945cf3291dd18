'use client'

import type { ContentPart } from '@antiphon/core'
import { field, textOf } from '@antiphon/base'
import { useState } from 'react'
import { englishMedia } from '../../strings/english-late.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { Button } from '../button/button.js'
import { revealToString } from '../../lib/reveal-text.js'
import { ContentPartView, ImageView } from './content-part-view.js'
import { FileCard } from './file-card.js'
import { addressOf, imageAddress, useOwnOrigin } from './image-address.js'
import { Lightbox } from './lightbox.js'

/** A file as a card, anything else as it is in any message. */
export function SentPart({ part }: { part: ContentPart }) {
  const words = useWords().strings.attachment
  if (part.type === 'file') {
    const file = field(part, 'file')
    const id = textOf(field(file, 'file_id'))
    const name = textOf(field(file, 'filename')) ?? (id ? words.fileId(revealToString(id)) : words.file)
    return <FileCard name={name} data={field(file, 'file_data')} />
  }
  return <ContentPartView part={part} />
}

export interface TilesProps {
  images: readonly ContentPart[]
  /** How many show before the rest folds. Default: all. */
  first?: number
  /** Names one by its position. Default: as an image of the person. */
  nameOf?: (at: number) => string
  /** Did the user send them? Then images on the origin of the page load at once. Default true. */
  isSent?: boolean
}

/** Pictures of one size; a press shows one as large as the window. */
export function Tiles({ images, first: begin = Infinity, nameOf: given, isSent = true }: TilesProps) {
  const { strings, formats } = useWords()
  const words = strings.attachment
  const media = useEntryWords('media', englishMedia)
  const [first, setFirst] = useState(begin)
  const [open, setOpen] = useState<number>()
  const nameOf = (at: number): string =>
    given?.(at) ?? (images.length > 1 ? media.nthImage(formats.number(at + 1)) : words.userImage)
  const shown = images.slice(0, first)
  const hidden = images.length - shown.length
  const own = useOwnOrigin()
  const inline = images.map((part) => imageAddress(addressOf(part), isSent ? own : undefined))
  const shownLarge = inline.flatMap((address, at) =>
    address.kind === 'inline' ? [{ src: address.src, at }] : [],
  )
  return (
    <>
      {shown.map((part, index) => {
        const address = inline[index]!
        const alt = nameOf(index)
        if (address.kind !== 'inline')
          return <ImageView key={index} url={addressOf(part)} alt={alt} isSent={isSent} />
        return (
          <button
            key={index}
            type="button"
            data-slot="image-tile"
            aria-label={media.enlarge(alt)}
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
      {open !== undefined && (
        <Lightbox
          images={shownLarge.map(({ src, at }) => ({ src, name: nameOf(at) }))}
          first={open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
