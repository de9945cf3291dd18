'use client'

import { standsAlone } from '../../lib/own-root.js'
import type { AttachmentItem, AttachmentTray } from '@antiphon/react'
import { useCallback, useState, useSyncExternalStore } from 'react'
import type { IconName } from '../../icons/icon-shapes.js'
import { Icon } from '../../icons/icon.js'
import { revealToString } from '../../lib/reveal-text.js'
import { formatBytes } from '../../lib/text.js'
import { englishTray } from '../../strings/english-late.js'
import { useWords, type Words } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { Part } from '../part/part.js'
import { Attachment } from './attachment.js'
import { addressOf, imageAddress, useOwnOrigin } from './image-address.js'
import { ProgressRing } from './progress-ring.js'
import { RefusalNotes } from './refusal-notes.js'

interface AttachmentThumbProps {
  item: AttachmentItem
  /** The browser cannot show it. */
  onBroken: () => void
}

/** A small picture of an attached image. An image on another host is not loaded for it. */
function AttachmentThumb({ item: { file, part }, onBroken }: AttachmentThumbProps) {
  const address = imageAddress(addressOf(part), useOwnOrigin())
  if (file) return <FileThumb file={file} onBroken={onBroken} />
  if (address.kind !== 'inline') return <Icon name="image" />
  return <img src={address.src} alt="" decoding="async" onError={onBroken} />
}

function FileThumb({ file, onBroken }: { file: File; onBroken: () => void }) {
  // The address goes with the image, or with its file, so that the file can leave the memory.
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined
      const url = URL.createObjectURL(file)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )
  return <img ref={show} alt="" decoding="async" onError={onBroken} />
}

export interface AttachmentListProps {
  tray: AttachmentTray
  /** After one was removed: its button, and the focus with it, is gone. */
  onRemoved?: () => void
}

const icons: Record<NonNullable<AttachmentItem['kind']>, IconName> = {
  image: 'image',
  audio: 'audio',
  pdf: 'file',
  text: 'file',
  other: 'file',
}

/** The attachments of the message in the box, and the files that were refused. Renders nothing for an empty tray. */
export const AttachmentList = /* @__PURE__ */ standsAlone(function AttachmentList({
  tray,
  onRemoved,
}: AttachmentListProps) {
  const { items, refusals, types } = useSyncExternalStore(tray.subscribe, tray.getState, tray.getState)
  const words = useEntryWords('attachment', englishTray)
  if (items.length === 0 && refusals.length === 0) return null
  return (
    <div data-slot="attachment-tray">
      {items.length > 0 && (
        <Part as="ul" slot="attachments" role="list" aria-label={words.list}>
          {items.map((item) => (
            <li key={item.id}>
              <TrayItem item={item} tray={tray} onRemoved={onRemoved} />
            </li>
          ))}
        </Part>
      )}
      <RefusalNotes
        refusals={refusals}
        types={types}
        onDismiss={() => {
          tray.dismissRefusals()
          onRemoved?.()
        }}
      />
    </div>
  )
})

function TrayItem({ item, tray, onRemoved }: { item: AttachmentItem } & AttachmentListProps) {
  const words = useWords()
  const told = useEntryWords('attachment', englishTray)
  const [broken, setBroken] = useState(false)
  const { state, progress } = item
  const name = item.name || nameOfKind(item, words)
  const isSending = state === 'uploading' && progress !== undefined
  return (
    <Attachment
      icon={icons[item.kind ?? 'other']}
      name={name}
      state={state}
      mark={isSending ? <ProgressRing value={progress} label={revealToString(name)} /> : undefined}
      thumb={
        item.kind === 'image' && !broken ? (
          <AttachmentThumb item={item} onBroken={() => setBroken(true)} />
        ) : undefined
      }
      detail={detailOf(item, told, words.formats)}
      note={item.unseenBy ? told.unseen(item.unseenBy) : broken ? told.damaged : undefined}
      title={item.problem?.detail}
      onRetry={state === 'error' ? () => tray.retry(item.id) : undefined}
      onRemove={() => {
        tray.remove(item.id)
        onRemoved?.()
      }}
    />
  )
}

function nameOfKind({ kind }: AttachmentItem, { strings }: Words): string {
  const { image, audio, file } = strings.attachment
  return kind === 'image' ? image : kind === 'audio' ? audio : file
}

function detailOf(
  item: AttachmentItem,
  words: typeof englishTray,
  formats: Words['formats'],
): string | undefined {
  if (item.problem) {
    const { uploadFailed: upload, unreadable, resizeFailed: resize } = words
    return { upload, unreadable, resize }[item.problem.code]
  }
  const size = item.size !== undefined && formatBytes(formats.locale, item.size)
  const { from, to } = item.resized ?? {}
  const pixels = (side: { width: number; height: number }): string =>
    `${formats.number(side.width)} × ${formats.number(side.height)}`
  const details = [
    size,
    from && to && words.resized(pixels(from), pixels(to)),
    item.encoding && words.encoding(item.encoding),
  ]
  return details.filter(Boolean).join(', ') || undefined
}
