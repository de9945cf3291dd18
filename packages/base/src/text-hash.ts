/** A number of 32 bits for a text, the same one each time (FNV-1a over UTF-16). Tells texts apart; keeps no secret. */
export function textHash(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
