/** Where the payload of each frame ends, in bytes: from there on it is complete, whether or not its line has an end. */
export function payloadEnds(name: string, bytes: Uint8Array): { end: number; payload: string }[] {
  const text = new TextDecoder('latin1').decode(bytes)
  if (name.endsWith('.json')) {
    const end = text.trimEnd().length
    return [{ end, payload: new TextDecoder().decode(bytes.subarray(0, end)) }]
  }
  const found: { end: number; payload: string }[] = []
  for (const line of text.matchAll(/[^\r\n]+/g)) {
    const prefix = name.endsWith('.sse') ? /^data: ?/.exec(line[0])?.[0] : ''
    if (prefix === undefined) continue
    const start = line.index + prefix.length
    const end = line.index + line[0].trimEnd().length
    found.push({ end, payload: new TextDecoder().decode(bytes.subarray(start, end)) })
  }
  return found
}

/**
 * Places to cut a body: every byte, up to `exhaustive` bytes. Reading every beginning of a longer one takes minutes, so it is cut
 * at every byte of its first and last frame, and in each frame at the middle, the last byte but one and the last.
 */
export function cutPoints(length: number, ends: readonly number[], exhaustive: number): number[] {
  const all = Array.from({ length }, (_, at) => at + 1)
  if (length <= exhaustive) return all
  const early = ends[0] ?? 0
  const late = ends.at(-2) ?? length
  const near = new Set(ends.flatMap((end, at) => [Math.floor((end + (ends[at - 1] ?? 0)) / 2), end - 1, end]))
  return all.filter((at) => at <= early || at > late || near.has(at))
}
