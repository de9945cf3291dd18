import { base64ToBytes } from '@antiphon/base'

/** Facts about base64 data, found without decoding it. */
export interface FileData {
  /** As the address says; undefined for bare base64. */
  type?: string
  bytes: number
  base64: string
}

const address = /^data:([^;,]*)((?:;[^;,]*)*),/

/** Reads the `file_data` of a part: a data address, or bare base64. Undefined when it is neither. */
export function readFileData(data: unknown): FileData | undefined {
  if (typeof data !== 'string' || data === '') return undefined
  const head = address.exec(data.slice(0, 1_000))
  if (data.startsWith('data:') && (!head || !/;base64$/i.test(head[2]!))) return undefined
  const base64 = head ? data.slice(head[0].length) : data
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  const type = head?.[1]?.toLowerCase() || undefined
  return { type, bytes: Math.floor((base64.length * 3) / 4) - padding, base64 }
}

/** The file as a blob; undefined when its data is not valid base64. */
export function fileBlob({ base64 }: FileData): Blob | undefined {
  const bytes = base64ToBytes(base64)
  return bytes && new Blob([bytes])
}

/** `1,536` bytes as `1.5 kB`: an amount and the unit it is in. */
export function byteUnits(bytes: number): { amount: number; unit: 'byte' | 'kilobyte' | 'megabyte' } {
  if (bytes < 1_000) return { amount: bytes, unit: 'byte' }
  return bytes < 1_000_000
    ? { amount: bytes / 1_000, unit: 'kilobyte' }
    : { amount: bytes / 1_000_000, unit: 'megabyte' }
}

/** Names that Windows keeps for devices, with any ending. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
const LONGEST = 120

/**
 * A name under which a file can be saved: no folders, nothing invisible or reordering, no leading dot, nothing that a file
 * system refuses. The ending stays. `fallback` when nothing is left of it.
 */
export function safeFileName(name: string, fallback: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  if (clean === '') return fallback
  const ending = /\.[^.]{1,16}$/.exec(clean)?.[0] ?? ''
  const stem = Array.from(clean.slice(0, clean.length - ending.length))
  const short = stem.slice(0, LONGEST - ending.length).join('') + ending
  return device.test(short) ? `_${short}` : short
}

/** Lets the browser save bytes. It never opens them, because their type is not one that it shows. */
export function saveFile(data: Blob, name: string): void {
  const address = URL.createObjectURL(new Blob([data], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.rel = 'noopener'
  document.body.append(link)
  link.click()
  link.remove()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
