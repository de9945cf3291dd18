'use client'

import { standsAlone } from '../../lib/own-root.js'
import { textOf, field, isRecord } from '@antiphon/base'
import { type ContentPart } from '@antiphon/core'
import { partText } from '@antiphon/core/message'
import { useState } from 'react'
import { Icon } from '../../icons/icon.js'
import { readFileData } from '../../lib/files.js'
import { prettyJson } from '../../lib/json.js'
import { RevealedText, revealToString } from '../../lib/reveal-text.js'
import { useFirst, useStaticPage } from '../../lib/static-page.js'
import { formatBytes } from '../../lib/text.js'
import { useWords } from '../../strings/strings.js'
import { Button } from '../button/button.js'
import { Attachment } from './attachment.js'
import { addressOf, imageAddress, useOwnOrigin } from './image-address.js'

/**
 * An image of a message. An image on another host is loaded only on request, because loading tells that host that the
 * message was read. Until then the host's name is shown.
 */
export function ImageView({ url, alt, isSent }: { url: unknown; alt: string; isSent?: boolean }) {
  const { strings } = useWords()
  const [wanted, setWanted] = useState(false)
  const isStatic = useStaticPage() !== undefined
  const own = useOwnOrigin()
  const given = imageAddress(url, isSent && !isStatic ? own : undefined)
  // A `blob:` address works in this window only, so an exported page leaves it out.
  const address =
    isStatic && given.kind === 'inline' && !given.src.startsWith('data:') ? imageAddress(undefined) : given
  if (address.kind === 'inline' || (address.kind === 'remote' && wanted)) {
    return (
      <img
        data-slot="image"
        className="ap:max-h-80 ap:rounded-block ap:border ap:border-line"
        src={address.src}
        alt={alt}
        referrerPolicy="no-referrer"
        decoding="async"
      />
    )
  }
  return (
    <div data-slot="image-placeholder">
      <Icon name="image" />
      <span className="ap:min-w-0 ap:wrap-anywhere">
        {address.kind === 'remote'
          ? strings.attachment.remoteImage(address.host)
          : strings.attachment.blockedImage}
      </span>
      {address.kind === 'remote' && isStatic && (
        <a href={address.src} target="_blank" rel="noopener noreferrer" className="ap:underline">
          {strings.attachment.loadImage}
        </a>
      )}
      {address.kind === 'remote' && (
        <Button variant="small" className="ap:border-edge" onClick={() => setWanted(true)}>
          {strings.attachment.loadImage}
        </Button>
      )}
    </div>
  )
}

/** Any content part: image, audio, file or text. An unknown part shows its type, and its JSON on request. */
export const ContentPartView = /* @__PURE__ */ standsAlone(function ContentPartView({
  part,
  alt,
  isSent,
}: {
  part: ContentPart
  alt?: string
  /** Did the user send it? Then an image on the origin of the page loads at once. */
  isSent?: boolean
}) {
  const { strings, formats } = useWords()
  const words = strings.attachment
  const record: Record<string, unknown> = isRecord(part) ? part : { type: typeof part, value: part }
  const text = partText(part)
  switch (record['type']) {
    case 'text':
      return text !== undefined ? (
        <div dir="auto" className="ap:whitespace-pre-wrap">
          <RevealedText text={text} />
        </div>
      ) : (
        <Unknown record={record} />
      )
    case 'image_url':
      return <ImageView url={addressOf(record)} alt={alt ?? words.image} isSent={isSent} />
    case 'input_audio': {
      const audio = record['input_audio']
      return <AudioView data={field(audio, 'data')} format={field(audio, 'format')} />
    }
    case 'file': {
      const { file } = record
      const name = textOf(field(file, 'filename'))
      const id = textOf(field(file, 'file_id'))
      const data = readFileData(field(file, 'file_data'))
      return (
        <Attachment
          icon="file"
          name={name ?? (id ? words.fileId(revealToString(id)) : words.file)}
          detail={data && formatBytes(formats.locale, data.bytes)}
        />
      )
    }
    default:
      return <Unknown record={record} />
  }
})

const audioFormats = new Set(['wav', 'mp3', 'flac', 'ogg', 'opus', 'aac', 'webm'])

/** The address of a sound that browsers play; undefined for any other. */
function soundOf(data: unknown, format: unknown): string | undefined {
  if (typeof data !== 'string' || data === '' || typeof format !== 'string' || !audioFormats.has(format))
    return undefined
  return `data:audio/${format === 'mp3' ? 'mpeg' : format};base64,${data}`
}

function AudioView({ data, format }: { data: unknown; format: unknown }) {
  const { strings } = useWords()
  const isStatic = useStaticPage() !== undefined
  const src = soundOf(data, format)
  // The policy of a page without scripts plays nothing either.
  if (src === undefined || isStatic) {
    return (
      <Attachment
        icon="audio"
        name={strings.attachment.audio}
        detail={typeof format === 'string' ? format : undefined}
      />
    )
  }
  return <audio controls src={src} aria-label={strings.attachment.audio} />
}

function Unknown({ record }: { record: Record<string, unknown> }) {
  const { strings } = useWords()
  const longest = useFirst(20_000)
  const type = typeof record['type'] === 'string' ? record['type'] : '?'
  return (
    <details data-slot="unknown-part">
      <summary>{strings.attachment.unknownPart(revealToString(type))}</summary>
      <pre tabIndex={0} role="group" aria-label={strings.attachment.unknownPart(revealToString(type))}>
        <RevealedText text={prettyJson(record, 2).slice(0, longest)} />
      </pre>
    </details>
  )
}
