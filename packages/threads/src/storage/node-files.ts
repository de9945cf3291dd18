import { base64ToBytes, bytesToBase64, field, isBase64, isList, isRecord } from '@antiphon/base'
import type { NodeRecord } from './types.js'

/** A file that a server keeps beside its message. */
interface NodeFile {
  /** The path from the message to the file's text. While the file is stored apart, an empty text is there. */
  at: readonly (string | number)[]
  /** SHA-256 of its bytes, in hexadecimal. */
  id: string
  /** The text before the base64, such as `data:image/png;base64,`. */
  before: string
}

/** A message as a server with files keeps it. */
interface NodeWithFiles extends NodeRecord {
  files?: readonly NodeFile[]
}

/** Characters of base64 from which on a file is kept beside its message. Smaller ones are not worth a request. */
const LEAST = 8_192

const DATA_URL = /^data:[^,]{0,200};base64,/
/** Deeper than any message. */
const MOST_KEYS = 30

/**
 * Replaces the large files of messages by references. `put` gets each file under the hash of its bytes, and returns false to leave it
 * where it is. `putFilesBack` makes exactly the same messages of them again.
 */
export async function takeFilesOut(
  nodes: readonly NodeRecord[],
  put: (id: string, bytes: Uint8Array<ArrayBuffer>) => Promise<boolean>,
): Promise<NodeRecord[]> {
  return Promise.all(
    nodes.map(async (node): Promise<NodeWithFiles> => {
      const found = findFiles(node.message)
      if (found.length === 0) return node
      const files: NodeFile[] = [...filesOf(node)]
      let { message } = node
      for (const { at, before, bytes } of found) {
        const id = await hashOf(bytes)
        if (!(await put(id, bytes))) continue
        files.push({ at, id, before })
        message = withText(message, at, '') as typeof message
      }
      return files.length === 0 ? node : { ...node, message, files }
    }),
  )
}

/** Puts files back into the messages they belong to. One that `get` does not have leaves a file without data. */
export function putFilesBack(
  nodes: readonly unknown[],
  get: (id: string) => Promise<Uint8Array | undefined>,
): Promise<unknown[]> {
  return Promise.all(
    nodes.map(async (node) => {
      const files = filesOf(node)
      if (files.length === 0 || !isRecord(node)) return node
      const { files: _, message: bare, ...rest } = node
      const texts = await Promise.all(files.map(async ({ id }) => bytesToBase64((await get(id)) ?? nothing)))
      const message = files.reduce<unknown>(
        (whole, { at, before }, i) => withText(whole, at, before + texts[i]!),
        bare,
      )
      return { ...rest, message }
    }),
  )
}

const nothing = new Uint8Array()

/** The references of a message. Those that cannot be one are left out, because any page may have written them. */
export function filesOf(node: unknown): NodeFile[] {
  const files = field(node, 'files')
  if (!isList(files)) return []
  return files.filter((file): file is NodeFile => {
    const [at, id, before] = ['at', 'id', 'before'].map((key) => field(file, key))
    return isList(at) && at.length <= MOST_KEYS && isFileId(id) && typeof before === 'string'
  })
}

function isFileId(id: unknown): id is string {
  return typeof id === 'string' && /^[0-9a-f]{64}$/.test(id)
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

interface FoundFile {
  at: (string | number)[]
  before: string
  bytes: Uint8Array<ArrayBuffer>
}

/** Data URLs anywhere, and base64 under the name `data`, as of sounds. */
function findFiles(value: unknown, at: (string | number)[] = []): FoundFile[] {
  if (typeof value === 'string') {
    if (value.length < LEAST) return []
    const before = DATA_URL.exec(value)?.[0] ?? (at.at(-1) === 'data' ? '' : undefined)
    const text = before === undefined ? '' : value.slice(before.length)
    // Only what is written back as the very same text.
    const bytes = before !== undefined && isBase64(text) ? base64ToBytes(text) : undefined
    return bytes ? [{ at, before: before!, bytes }] : []
  }
  if (at.length === MOST_KEYS || typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((one, i) => findFiles(one, [...at, i]))
  return Object.entries(value).flatMap(([key, one]) => findFiles(one, [...at, key]))
}

/** A copy with another text at a place that holds a text. Without such a place, the value itself. */
function withText(value: unknown, [key, ...rest]: readonly (string | number)[], text: string): unknown {
  if (key === undefined) return typeof value === 'string' ? text : value
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return value
  if (Array.isArray(value)) return value.map((one, i) => (i === key ? withText(one, rest, text) : one))
  return { ...value, [key]: withText(field(value, String(key)), rest, text) }
}
