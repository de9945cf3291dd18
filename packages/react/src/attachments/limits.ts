import type { Sniffed } from './sniff-media.js'
import type { AttachmentItem, AttachmentOptions, Refusal, RefusalReason } from './types.js'

const MB = 1_000_000

const defaultLimits = { files: 20, fileBytes: 20 * MB, totalBytes: 20 * MB }

const defaultTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'audio/wav',
  'audio/mpeg',
  'application/pdf',
  'text/*',
]

/** Why a file is refused, as far as that is known without reading it. */
export function refusalOf(
  file: File,
  items: readonly AttachmentItem[],
  options: AttachmentOptions,
): Omit<Refusal, 'names'> | undefined {
  const limits = { ...defaultLimits, ...options.limits }
  if (file.size === 0) return { reason: 'empty' }
  if (file.size > limits.fileBytes) return { reason: 'too-large', limit: limits.fileBytes }
  if (items.some((item) => item.file && isSame(item.file, file))) return { reason: 'twice' }
  if (items.length >= limits.files) return { reason: 'too-many', limit: limits.files }
  const total = items.reduce((sum, { size = 0 }) => sum + size, file.size)
  if (total > limits.totalBytes) return { reason: 'too-large-together', limit: limits.totalBytes }
  return undefined
}

/** Checks the allowed types. Every text file counts as text, whatever its media type is called. */
export function isTaken({ kind, mediaType }: Sniffed, { types = defaultTypes }: AttachmentOptions): boolean {
  return types.some((type) => {
    if (type === '*/*' || type === mediaType || (type === 'text/*' && kind === 'text')) return true
    return type.endsWith('/*') && kind !== 'text' && mediaType.startsWith(type.slice(0, -1))
  })
}

/** Adds names to the refusals, grouped by reason. */
export function withRefusal(
  refusals: readonly Refusal[],
  { reason, limit, mediaType }: Omit<Refusal, 'names'>,
  names: readonly string[],
): Refusal[] {
  const same = (one: Refusal): boolean => one.reason === reason && one.mediaType === mediaType
  const before = refusals.find(same)
  const merged: Refusal = {
    reason: reason satisfies RefusalReason,
    names: [...(before?.names ?? []), ...names],
    ...(limit !== undefined && { limit }),
    ...(mediaType !== undefined && { mediaType }),
  }
  return before ? refusals.map((one) => (one === before ? merged : one)) : [...refusals, merged]
}

/** True for the same file picked again. Different files may share a name. */
function isSame(a: File, b: File): boolean {
  return (
    a === b ||
    (a.name === b.name && a.size === b.size && a.lastModified === b.lastModified && a.type === b.type)
  )
}
