import type { ContentPart } from '@antiphon/core'
import { readFileData } from '../../lib/file-data.js'
import { formatBytes } from '../../lib/format-bytes.js'
import { isRecord } from '../../lib/read-json.js'
import { RevealedText } from '../../lib/revealed-text.js'
import { revealToString } from '../../lib/reveal-text.js'
import { useWords } from '../../strings/strings.js'
import { Attachment } from './attachment.js'
import { ImageView } from './image-view.js'
import { jsonText } from '../../lib/json-text.js'

/** Any content part as itself: image, audio, file, text, or an unknown one by its type with its JSON behind it. */
export function ContentPartView({ part, alt }: { part: ContentPart; alt?: string }) {
  const { strings, formats } = useWords()
  const words = strings.attachment
  const record: Record<string, unknown> = isRecord(part) ? part : { type: typeof part, value: part }
  switch (record['type']) {
    case 'text':
      return typeof record['text'] === 'string' ? (
        <div dir="auto" className="ap:whitespace-pre-wrap">
          <RevealedText text={record['text']} />
        </div>
      ) : (
        <Unknown record={record} />
      )
    case 'image_url': {
      const image = record['image_url']
      return <ImageView url={isRecord(image) ? image['url'] : image} alt={alt ?? words.image} />
    }
    case 'input_audio': {
      const audio = isRecord(record['input_audio']) ? record['input_audio'] : {}
      return <AudioView data={audio['data']} format={audio['format']} />
    }
    case 'file': {
      const file = isRecord(record['file']) ? record['file'] : {}
      const name =
        typeof file['filename'] === 'string' && file['filename'] !== '' ? file['filename'] : undefined
      const id =
        typeof file['file_id'] === 'string' ? words.fileId(revealToString(file['file_id'])) : undefined
      const data = readFileData(file['file_data'])
      return (
        <Attachment
          icon="file"
          name={name ?? id ?? words.file}
          detail={data && formatBytes(formats.locale, data.bytes)}
        />
      )
    }
    default:
      return <Unknown record={record} />
  }
}

const audioFormats = new Set(['wav', 'mp3', 'flac', 'ogg', 'opus', 'aac', 'webm'])

function AudioView({ data, format }: { data: unknown; format: unknown }) {
  const { strings } = useWords()
  const type = typeof format === 'string' && audioFormats.has(format) ? format : undefined
  if (typeof data !== 'string' || type === undefined || data === '') {
    return (
      <Attachment
        icon="audio"
        name={strings.attachment.audio}
        detail={typeof format === 'string' ? format : undefined}
      />
    )
  }
  const src = `data:audio/${type === 'mp3' ? 'mpeg' : type};base64,${data}`
  return <audio controls src={src} aria-label={strings.attachment.audio} />
}

function Unknown({ record }: { record: Record<string, unknown> }) {
  const { strings } = useWords()
  const type = typeof record['type'] === 'string' ? record['type'] : '?'
  return (
    <details data-slot="unknown-part">
      <summary>{strings.attachment.unknownPart(revealToString(type))}</summary>
      <pre tabIndex={0} role="group" aria-label={strings.attachment.unknownPart(revealToString(type))}>
        <RevealedText text={jsonText(record, 2).slice(0, 20_000)} />
      </pre>
    </details>
  )
}
