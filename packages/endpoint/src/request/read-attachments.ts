import { base64ToBytes, parseJson, recordOf, type JsonObject } from '@antiphon/base'
import type { WireMessage } from './chat-request.js'

/** Width and height of a PNG, GIF or JPEG, from its head. */
function readImageSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  if (bytes.length < 24) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(0) === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) }
  if (view.getUint32(0) === 0x47494638)
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  return view.getUint16(0) === 0xffd8 ? jpegSize(view) : undefined
}

/** Walks the segments of a JPEG to the one that begins a frame. */
function jpegSize(view: DataView): { width: number; height: number } | undefined {
  for (let at = 2; at + 9 < view.byteLength && view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1)
    // C0 to CF are frames, but for the tables C4, C8 and CC.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** An attachment of a message, and facts about it. */
export interface ReceivedAttachment {
  kind: 'image' | 'audio' | 'file' | 'text' | 'other'
  name?: string
  /** The declared type, such as `image/png`, or the type of the part. */
  mediaType: string
  /** Undefined when only an address or an id came. */
  bytes?: number
  /** Size of a PNG, GIF or JPEG in px. */
  size?: { width: number; height: number }
  /** Length of a WAV. */
  seconds?: number
  /** Content of a text file. */
  text?: string
  /** Where it lies, when no data came. */
  address?: string
}

/** A text file that a client put into the text of the message, under its name. */
const inlined = /(?<!\n)\n*File ("(?:[^"\\\n]|\\.)*"):\n(`{3,})([^\n`]*)\n([^]*?\n|)\2(?:\n|$)/g

/** The words of a message without the files in them. */
export function withoutFiles(text: string): string {
  return text.replace(inlined, '')
}

/** The attachments of a message in order: parts that are not text, and text files inside the text. */
export function readAttachments(message: WireMessage): ReceivedAttachment[] {
  const { content } = message
  if (typeof content === 'string') return inText(content)
  return (content ?? []).flatMap((part) =>
    part['type'] === 'text' && typeof part['text'] === 'string' ? inText(part['text']) : [readPart(part)],
  )
}

function inText(text: string): ReceivedAttachment[] {
  return [...text.matchAll(inlined)].map(([, name = '', , language, body = '']) => ({
    kind: 'text',
    name: (parseJson(name) as string | undefined) ?? name,
    mediaType: language ? `text, ${language}` : 'text',
    bytes: new TextEncoder().encode(body).length,
    text: body,
  }))
}

function readPart(part: Readonly<JsonObject>): ReceivedAttachment {
  const type = String(part['type'])
  const inner = part[type]
  if (type === 'image_url') {
    const image = readUrl(typeof inner === 'string' ? inner : recordOf(inner)['url'])
    const size = image.data && readImageSize(image.data)
    return { kind: 'image', ...describe(image, 'image'), ...(size && { size }) }
  }
  if (type === 'input_audio') {
    const { data, format } = recordOf(inner)
    const bytes = base64ToBytes(String(data))
    const seconds = bytes && wavSeconds(bytes)
    const found = { mediaType: `audio/${String(format)}`, data: bytes }
    return { kind: 'audio', ...describe(found, 'audio'), ...(seconds !== undefined && { seconds }) }
  }
  if (type === 'file' || type === 'document_url') {
    const { filename, file_data: data, file_id: id } = recordOf(inner)
    const file = readUrl(typeof inner === 'string' ? inner : (data ?? id))
    const name = typeof filename === 'string' && filename !== '' ? { name: filename } : {}
    return { kind: 'file', ...name, ...describe(file, 'a file') }
  }
  return { kind: 'other', mediaType: type }
}

interface Found {
  mediaType?: string
  data?: Uint8Array | undefined
  address?: string
}

function describe({ mediaType, data, address }: Found, otherwise: string) {
  return {
    mediaType: mediaType ?? otherwise,
    ...(data && { bytes: data.length }),
    ...(address !== undefined && { address }),
  }
}

/** A data URL, or an address without data. */
function readUrl(value: unknown): Found {
  const url = typeof value === 'string' ? value : ''
  const head = /^data:([^;,]*)(?=;)[^,]*;base64,/.exec(url.slice(0, 300))
  if (!head) return { address: url.slice(0, 200) }
  return { mediaType: head[1] || 'application/octet-stream', data: base64ToBytes(url.slice(head[0].length)) }
}

/** Length of a WAV by its rate of bytes. */
function wavSeconds(bytes: Uint8Array): number | undefined {
  if (bytes.length < 44 || String.fromCharCode(...bytes.subarray(0, 4)) !== 'RIFF') return undefined
  const rate = new DataView(bytes.buffer, bytes.byteOffset).getUint32(28, true)
  return rate > 0 ? (bytes.length - 44) / rate : undefined
}
