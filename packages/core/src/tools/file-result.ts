import type { ContentPart } from '../message/types.js'
import { leftOut, MAX_FILE_BYTES } from './limit-content.js'

/** A file that a tool returned: a `Blob`, a `File`, or bytes. */
export function isFileResult(value: unknown): value is Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> {
  return value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value)
}

/**
 * The parts that hold a file: images and audio as such, text also as text that the model can read. One that is larger than
 * a result may be is named in words.
 */
export async function fileParts(
  value: Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer>,
): Promise<ContentPart[]> {
  const blob = value instanceof Blob ? value : new Blob([value])
  const type = blob.type.split(';')[0]! || 'application/octet-stream'
  const readable = /^text\/|^application\/(?:json|xml|yaml)$|\+(?:json|xml)$/.test(type)
  // Not even read: making text of it would take several times its size.
  if (blob.size > MAX_FILE_BYTES) {
    const words = leftOut(`a file (${type})`, blob.size)
    return readable ? [{ type: 'text', text: await blob.text() }, words] : [words]
  }
  const base64 = toBase64(new Uint8Array(await blob.arrayBuffer()))
  const url = `data:${type};base64,${base64}`
  if (type.startsWith('image/')) return [{ type: 'image_url', image_url: { url } }]
  const audio = /^audio\/(?:x-)?(wav|mpeg|mp3)$/.exec(type)
  if (audio) {
    const format = audio[1] === 'mpeg' ? 'mp3' : audio[1]!
    return [{ type: 'input_audio', input_audio: { data: base64, format } }]
  }
  const name = 'name' in blob && typeof blob.name === 'string' && blob.name !== '' ? blob.name : undefined
  const file: ContentPart = { type: 'file', file: { file_data: url, ...(name && { filename: name }) } }
  return readable ? [{ type: 'text', text: await blob.text() }, file] : [file]
}

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  // In slices: the number of arguments of one call is limited.
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  }
  return btoa(binary)
}
