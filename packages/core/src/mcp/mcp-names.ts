import { sha256 } from '../tools/sha256.js'

const MAX_LENGTH = 64

/**
 * A name that providers accept (1 to 64 letters, digits, `_` and `-`) for the tool `name` of a server. One that had to be
 * changed, or is `taken`, ends in a mark of the name it stands for: the same one each time, so that approvals and
 * threads find their tool again after a reload.
 */
export function toolName(name: string, prefix: string, taken: ReadonlySet<string>): string {
  const whole = prefix + name
  const plain = whole.replace(/[^A-Za-z0-9_-]/g, '_')
  if (plain === whole && whole !== '' && whole.length <= MAX_LENGTH && !taken.has(whole)) return whole
  for (let round = 0; ; round++) {
    const mark = sha256(JSON.stringify([whole, round])).slice(0, 6)
    const found = `${plain.slice(0, MAX_LENGTH - mark.length - 1)}_${mark}`
    if (!taken.has(found)) return found
  }
}
