'use client'

import type { ChatController } from '@antiphon/core'
import { useOptionalChat, type AttachmentsState, type AttachmentTray } from '@antiphon/react'
import {
  useRef,
  type ChangeEvent,
  useSyncExternalStore,
  useEffect,
  useState,
  type ClipboardEvent,
  type RefObject,
} from 'react'
import { englishBox } from '../../strings/english-box.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { IconButton } from '../button/button.js'

/** Image types that cameras and most models accept; phones convert their own format to one of these. */
const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/gif'

/** Picks files; on a touch screen also takes a photo. */
export function AttachButtons({
  types,
  onFiles,
}: {
  types?: readonly string[]
  onFiles: (files: File[]) => void
}) {
  const { attach, photo } = useEntryWords('composer', englishBox)
  return (
    <>
      <Picker icon="attach" label={attach} onFiles={onFiles} accept={acceptOf(types)} />
      <span className="ap:hidden ap:pointer-coarse:contents">
        <Picker icon="camera" label={photo} onFiles={onFiles} accept={PHOTO_TYPES} capture="environment" />
      </span>
    </>
  )
}

/** The system knows many texts by another type or none, so where a text may be attached it offers every file. */
const acceptOf = (types: readonly string[] | undefined): string | undefined =>
  types?.some((type) => /^(?:text|\*)\//.test(type)) ? undefined : types?.join()

interface PickerProps {
  icon: 'attach' | 'camera'
  label: string
  onFiles: (files: File[]) => void
  accept?: string
  capture?: 'environment'
}

function Picker({ icon, label, onFiles, accept, capture }: PickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const onChange = (event: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(event.target.files ?? [])]
    // The same file can be picked again.
    event.target.value = ''
    if (files.length > 0) onFiles(files)
  }
  return (
    <>
      <IconButton icon={icon} label={label} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple={!capture}
        accept={accept}
        capture={capture}
        hidden
        aria-label={label}
        onChange={onChange}
      />
    </>
  )
}

const nothing: AttachmentsState = { items: [], refusals: [], isReady: true }
const noop = () => () => {}
const readNothing = (): AttachmentsState => nothing

/** The tray of the message box of each chat. An edited message takes files by its options. */
export const trays = new WeakMap<ChatController, AttachmentTray>()

/** The state of a tray, or of an empty tray when there is none. */
export function useTray(tray: AttachmentTray | undefined): AttachmentsState {
  const read = tray?.getState ?? readNothing
  const chat = useOptionalChat()
  useEffect(() => void (chat && tray && trays.set(chat, tray)))
  return useSyncExternalStore(tray?.subscribe ?? noop, read, read)
}

/** Characters of the attached text files. */
export function attachedCharacters({ items }: Pick<AttachmentsState, 'items'>): number {
  return items.reduce(
    (sum, { kind, state, size = 0 }) => (kind === 'text' && state !== 'error' ? sum + size : sum),
    0,
  )
}

/** Takes files; `folders` are the names of dropped folders, which browsers hand over without their files. */
export type TakeFiles = (files: File[], folders: string[]) => void

/**
 * Takes files dropped on the element, or on the whole chat around it. Without `take` it does nothing, so that dropping text
 * still works.
 *
 * @param reach `self`: only the element. The chat around it ignores files that the element took.
 * @returns whether files are being dragged over it.
 */
export function useFileDrop(
  element: RefObject<HTMLElement | null>,
  take: TakeFiles | undefined,
  reach: 'chat' | 'self' = 'chat',
): boolean {
  const [over, setOver] = useState(false)
  const latest = useRef(take)
  useEffect(() => void (latest.current = take))
  const enabled = take !== undefined

  useEffect(() => {
    const around = reach === 'chat' ? element.current?.closest<HTMLElement>('[data-slot="chat"]') : undefined
    const target = around ?? element.current
    if (!target || !enabled) return
    const stop = new AbortController()
    const { signal } = stop
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false
    const onOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    target.addEventListener('dragenter', onOver, { signal })
    target.addEventListener('dragover', onOver, { signal })
    // The event also comes for every child, and without a related target when the pointer leaves the window.
    const onLeave = ({ relatedTarget }: DragEvent): void => {
      if (!target.contains(relatedTarget as Node | null)) setOver(false)
    }
    target.addEventListener('dragleave', onLeave, { signal })
    const onDrop = (event: DragEvent): void => {
      setOver(false)
      if (!hasFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      const { files, folders } = readTransfer(event.dataTransfer!)
      if (files.length > 0 || folders.length > 0) latest.current?.(files, folders)
    }
    target.addEventListener('drop', onDrop, { signal })
    return () => {
      stop.abort()
      setOver(false)
    }
  }, [element, enabled, reach])
  return over && enabled
}

/**
 * Files of a paste. Undefined for a paste of text: where there are none, and where office programs add pictures of the cells or
 * words that were copied.
 */
export function pastedFiles({ clipboardData }: ClipboardEvent): File[] | undefined {
  const files = [...clipboardData.files]
  const arePictures = files.every(({ type }) => type.startsWith('image/'))
  if (files.length === 0 || (arePictures && hasWords(clipboardData, files))) return undefined
  return files
}

/** Whether the text of a paste says more than where its pictures come from: their names, paths or address. */
function hasWords(data: DataTransfer, files: readonly File[]): boolean {
  const names = files.map(({ name }) => name)
  const lines = data
    .getData('text/plain')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const html = data.getData('text/html')
  const isSource = (line: string): boolean =>
    names.includes(line.split(/[\\/]/).at(-1) ?? '') ||
    /^file:/i.test(line) ||
    (/^(?:https?|data|blob):\S+$/i.test(line) && (html === '' || /<img\b/i.test(html)))
  return !lines.every(isSource)
}

/** Must run while the event is dispatched: afterwards the entries are gone. */
function readTransfer(transfer: DataTransfer): { files: File[]; folders: string[] } {
  const folders: string[] = []
  const files = [...transfer.items].flatMap((item) => {
    const entry = item.webkitGetAsEntry?.()
    if (!entry?.isDirectory) return item.getAsFile() ?? []
    folders.push(entry.name)
    return []
  })
  return { files, folders }
}
