'use client'

import type { AttachmentsState } from '@antiphon/react'
import { useEffect, useRef } from 'react'
import { Icon } from '../../icons/icon.js'
import { revealToString } from '../../lib/reveal-text.js'
import { formatBytes } from '../../lib/text.js'
import { englishTray } from '../../strings/english-late.js'
import { useWords, type Words } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { useAnnounce } from '../announcer/announcer.js'
import { IconButton } from '../button/button.js'

type Refusal = AttachmentsState['refusals'][number]

/** Names in one note; the others are counted. */
const NAMES = 3

/** Longer names are cut: the reason behind them must stay in sight. */
const NAME_LENGTH = 60

/** The refused files and why, one line for each reason and kind of file, announced once. */
export function RefusalNotes({
  refusals,
  types,
  onDismiss,
}: Pick<AttachmentsState, 'refusals' | 'types'> & {
  onDismiss: () => void
}) {
  const { formats } = useWords()
  const words = useEntryWords('attachment', englishTray)
  const announce = useAnnounce()
  const lines = refusals.flatMap(byKind).map((refusal) => refusalWords(refusal, types, words, formats))
  const spoken = useRef<readonly string[]>([])
  useEffect(() => {
    const fresh = lines.filter((line) => !spoken.current.includes(line))
    spoken.current = lines
    if (fresh.length > 0) announce(fresh.join(' '))
  })
  if (lines.length === 0) return null
  return (
    <div data-slot="attachment-refusals" role="note">
      <Icon name="alert" />
      <ul role="list">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <IconButton
        icon="close"
        label={words.dismiss}
        className="ap:size-6 ap:pointer-coarse:size-11"
        onClick={onDismiss}
      />
    </div>
  )
}

function refusalWords(
  { reason, names, limit = 0, mediaType = '', kind }: KindRefusal,
  types: readonly string[] | undefined,
  words: typeof englishTray,
  formats: Words['formats'],
): string {
  const shown = names.slice(0, NAMES).map((name) => revealToString(clip(name)))
  const rest = names.length - shown.length
  if (rest > 0) shown.push(words.andMore(formats.number(rest)))
  const join = (texts: string[]): string => new Intl.ListFormat(formats.locale).format(texts)
  const list = join(shown)
  if (reason === 'type' && types) {
    const taken = new Set(types.map((type) => typeName(type, words)))
    return `${words.notAttached(list)} ${words.takenTypes(join([...taken]))}`
  }
  if (kind) return `${words.notAttached(list)} ${words.refusedFiles[kind]}`
  const figure =
    reason === 'type'
      ? revealToString(mediaType)
      : reason === 'too-many'
        ? formats.number(limit)
        : formatBytes(formats.locale, limit)
  return `${words.notAttached(list)} ${words.refused[reason](figure)}`
}

/** A media type for people: `PNG` for `image/png`, a word for all of a kind. */
function typeName(type: string, { kinds }: typeof englishTray): string {
  const [kind = '', format = ''] = type.split('/')
  if (/^(?:\*|plain)$/.test(format)) return kinds[kind as keyof typeof kinds] ?? type
  if (type === 'audio/mpeg') return 'MP3'
  // An office format is long, and its last word says what it is.
  return format.includes('.') ? format.split('.').at(-1)! : format.replaceAll(/^x-|\+.*$/g, '').toUpperCase()
}

type FileKind = keyof typeof englishTray.refusedFiles

const KINDS: Record<FileKind, RegExp> = {
  document: /\.(?:docx?|odt|rtf|pages)$/i,
  sheet: /\.(?:xlsx?|xlsm|ods|numbers)$/i,
  slides: /\.(?:pptx?|odp|key)$/i,
  archive: /\.(?:zip|tar|t?gz|bz2|xz|7z|rar)$/i,
  video: /\.(?:mp4|m4v|mov|avi|mkv|webm)$/i,
}

/** `kind`: what people call these files, where they have such a name. */
interface KindRefusal extends Refusal {
  kind?: FileKind
}

/** Files of one type as people tell them apart, by name: by their bytes Word documents are archives too. */
function byKind(refusal: Refusal): readonly KindRefusal[] {
  if (refusal.reason !== 'type') return [refusal]
  const groups = new Map<FileKind | undefined, string[]>()
  for (const name of refusal.names) {
    const kind = (Object.keys(KINDS) as FileKind[]).find((one) => KINDS[one].test(name))
    groups.set(kind, [...(groups.get(kind) ?? []), name])
  }
  return [...groups].map(([kind, names]) => ({ ...refusal, names, kind }))
}

function clip(name: string): string {
  return name.length <= NAME_LENGTH
    ? name
    : `${name.slice(0, NAME_LENGTH / 2)}…${name.slice(-NAME_LENGTH / 2)}`
}
