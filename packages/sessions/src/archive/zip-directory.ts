import { ChatError } from '@antiphon/core'

/** The failure of an archive, in one line because names of files in it may be long. */
export const archiveError = (message: string, code: string): ChatError =>
  new ChatError({ kind: 'normalize', code, message: message.replaceAll(/\s+/g, ' ').slice(0, 160) })

/** A file in a ZIP archive, as the directory at its end has it. */
export interface ZipEntry {
  /** Path with `/`. */
  name: string
  /** 0 is stored, 8 is deflate. */
  method: number
  isEncrypted: boolean
  /** Bytes in the archive. */
  packed: number
  /** Bytes when unpacked, as the archive says. */
  size: number
  /** Where its own header begins. */
  offset: number
}

const END = 0x06054b50
const END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
/** A comment behind the end may be so long. */
const LONGEST_COMMENT = 0xffff
/** The value of a 32-bit field when a longer field follows. */
const LONGER = 0xffffffff
/** More files than any export has. */
const MOST_ENTRIES = 200_000

/** Whether bytes begin like a ZIP archive with a file in it. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes.length >= 4 && bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

export interface ZipDirectory {
  /** Folders left out. */
  entries: ZipEntry[]
  /** The directory is missing: these are the files that are whole before the archive breaks off. */
  isCut: boolean
}

/**
 * The files of an archive, in the order of its directory. One that breaks off before it is read from its beginning.
 *
 * @throws ChatError of kind `normalize` for an archive that is damaged.
 */
export function readZipDirectory(bytes: Uint8Array): ZipDirectory {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  return end === undefined
    ? { entries: walkEntries(bytes, view), isCut: true }
    : { entries: listEntries(bytes, view, end), isCut: false }
}

function listEntries(bytes: Uint8Array, view: DataView, end: number): ZipEntry[] {
  let { count, at } = directoryOf(view, end)
  if (count > MOST_ENTRIES) throw damaged(`it says that it holds ${count} files`)
  const entries: ZipEntry[] = []
  for (; count > 0; count--) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY)
      throw damaged('its directory cannot be read')
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    ) as [number, number, number]
    const name = nameOf(bytes.subarray(at + 46, at + 46 + nameLength))
    const entry: ZipEntry = {
      name,
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    }
    readLonger(view, at + 46 + nameLength, extraLength, entry)
    if (!name.endsWith('/')) entries.push(entry)
    at += 46 + nameLength + extraLength + noteLength
  }
  return entries
}

/** The whole files from the beginning on, by their own headers. One whose header does not say its length ends the walk. */
function walkEntries(bytes: Uint8Array, view: DataView): ZipEntry[] {
  const entries: ZipEntry[] = []
  for (let at = 0; at + 30 <= bytes.length && view.getUint32(at, true) === LOCAL;) {
    const flags = view.getUint16(at + 6, true)
    const [nameLength, extraLength] = [view.getUint16(at + 26, true), view.getUint16(at + 28, true)]
    const name = nameOf(bytes.subarray(at + 30, at + 30 + nameLength))
    const entry: ZipEntry = {
      name,
      method: view.getUint16(at + 8, true),
      isEncrypted: (flags & 1) === 1,
      packed: view.getUint32(at + 18, true),
      size: view.getUint32(at + 22, true),
      offset: at,
    }
    readLonger(view, at + 30 + nameLength, extraLength, entry)
    const next = at + 30 + nameLength + extraLength + entry.packed
    if ((flags & 8) === 8 || next > bytes.length) break
    if (!name.endsWith('/')) entries.push(entry)
    at = next
  }
  return entries
}

/**
 * The bytes of an entry as they lie in the archive.
 *
 * @throws ChatError of kind `normalize` where they are not there.
 */
export function packedBytes(bytes: Uint8Array, { name, offset, packed }: ZipEntry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== LOCAL)
    throw damaged(`${name} is not where the directory says`)
  const from = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  if (from + packed > bytes.length) throw damaged(`${name} ends behind the end of the file`)
  return bytes.subarray(from, from + packed)
}

function findEnd(view: DataView): number | undefined {
  const last = Math.max(0, view.byteLength - 22 - LONGEST_COMMENT)
  for (let at = view.byteLength - 22; at >= last; at--) if (view.getUint32(at, true) === END) return at
  return undefined
}

/** Where the directory begins, and how many files it has; large archives say it in a second place. */
function directoryOf(view: DataView, end: number): { count: number; at: number } {
  const count = view.getUint16(end + 10, true)
  const at = view.getUint32(end + 16, true)
  if (count !== 0xffff && at !== LONGER) return { count, at }
  const locator = end - 20
  if (locator < 0 || view.getUint32(locator, true) !== LOCATOR_64) return { count, at }
  const record = numberAt(view, locator + 8)
  if (record + 56 > view.byteLength || view.getUint32(record, true) !== END_64)
    throw damaged('its directory cannot be read')
  return { count: numberAt(view, record + 32), at: numberAt(view, record + 48) }
}

/** Reads sizes and offsets of more than 32 bits. They follow the name, each only if its short field is full. */
function readLonger(view: DataView, start: number, length: number, entry: ZipEntry): void {
  const end = Math.min(start + length, view.byteLength)
  for (let at = start; at + 4 <= end;) {
    const [id, size] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    let field = at + 4
    at = field + size
    if (id !== 1) continue
    for (const key of ['size', 'packed', 'offset'] as const) {
      if (entry[key] !== LONGER || field + 8 > Math.min(at, end)) continue
      entry[key] = numberAt(view, field)
      field += 8
    }
  }
}

function numberAt(view: DataView, at: number): number {
  if (at + 8 > view.byteLength) throw damaged('its directory cannot be read')
  return Number(view.getBigUint64(at, true))
}

/** UTF-8, or the old code page, of which only what is ASCII counts here. */
const nameOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replaceAll('\\', '/')

export const damaged = (why: string): Error =>
  archiveError(`The archive is damaged: ${why}.`, 'archive_damaged')
