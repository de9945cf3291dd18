'use client'

import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { IconName } from '../../icons/icon-shapes.js'
import { Icon } from '../../icons/icon.js'
import { safeFileName } from '../../lib/files.js'
import { RevealedText } from '../../lib/reveal-text.js'
import { englishMedia } from '../../strings/english-late.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'

interface LightboxImage {
  src: string
  name: string
}

export interface LightboxProps {
  images: readonly LightboxImage[]
  /** Which of them is shown first. */
  first: number
  /** Called after it has closed and given the focus back. */
  onClose: () => void
}

/** Images over the whole window: Escape closes, the arrows go from one to the next, and each can be saved. */
export function Lightbox({ images, first, onClose }: LightboxProps) {
  const { number } = useWords().formats
  const words = useEntryWords('media', englishMedia).lightbox
  const dialog = useRef<HTMLDialogElement>(null)
  const [at, setAt] = useState(first)
  const [size, setSize] = useState<{ src: string; width: number; height: number }>()
  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    element?.querySelector<HTMLElement>('[data-first-stop]')?.focus()
  }, [])
  const image = images[at]!
  const move = (by: number): void => setAt(Math.min(images.length - 1, Math.max(0, at + by)))
  const onKeyDown = (event: KeyboardEvent): void => {
    // The browser closes it. A panel around the chat stays open.
    if (event.key === 'Escape') return event.stopPropagation()
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    if (event.key === 'ArrowRight') move(isRtl ? -1 : 1)
    else if (event.key === 'ArrowLeft') move(isRtl ? 1 : -1)
    else return
    event.preventDefault()
  }
  return (
    // A press beside the image hits the dialog itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape does the same
    <dialog
      ref={dialog}
      data-slot="lightbox"
      aria-label={words.label}
      onClose={(event) => {
        // In React it would close a dialog around this one too.
        event.stopPropagation()
        onClose()
      }}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if (!(event.target as Element).closest('img, button, a')) dialog.current?.close()
      }}
    >
      <div data-slot="lightbox-bar">
        <p aria-live="polite">
          <b>
            <RevealedText text={image.name} />
          </b>{' '}
          {[
            images.length > 1 && words.position(number(at + 1), number(images.length)),
            size?.src === image.src && `${number(size.width)} × ${number(size.height)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <a
          data-slot="lightbox-button"
          href={image.src}
          download={safeFileName(image.name, 'image')}
          aria-label={words.save(image.name)}
          title={words.save(image.name)}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Icon name="save" />
        </a>
        <StageButton
          icon="close"
          label={words.close}
          isFirst={images.length === 1}
          onClick={() => dialog.current?.close()}
        />
      </div>
      <div data-slot="lightbox-stage">
        {images.length > 1 && (
          <StageButton icon="previous" label={words.previous} isOff={at === 0} onClick={() => move(-1)} />
        )}
        <img
          key={image.src}
          src={image.src}
          alt={image.name}
          referrerPolicy="no-referrer"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize({ src: image.src, width: naturalWidth, height: naturalHeight })
          }
        />
        {images.length > 1 && (
          <StageButton
            icon="next"
            label={words.next}
            isFirst
            isOff={at === images.length - 1}
            onClick={() => move(1)}
          />
        )}
      </div>
    </dialog>
  )
}

interface StageButtonProps {
  icon: IconName
  label: string
  isOff?: boolean
  /** Has the focus when the window opens. */
  isFirst?: boolean
  onClick: () => void
}

/** White on black in every theme. One that does nothing keeps the focus. */
function StageButton({ icon, label, isOff = false, isFirst = false, onClick }: StageButtonProps) {
  return (
    <button
      type="button"
      data-slot="lightbox-button"
      aria-label={label}
      title={label}
      aria-disabled={isOff ? true : undefined}
      data-first-stop={isFirst ? '' : undefined}
      onClick={isOff ? undefined : onClick}
    >
      <Icon name={icon} className="ap:size-4.5" />
    </button>
  )
}
