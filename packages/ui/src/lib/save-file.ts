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

/** Hands bytes to the browser to be saved, never to be opened: they have no type that it would show. */
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
