import { sha256 } from '../tools/sha256.js'

const MAX_LENGTH = 64
const MARK_LENGTH = 6
/** Where two marks are the same, which somebody has to want. */
const LONG_MARK_LENGTH = 24
const MARKED = new RegExp(`_(?:[0-9a-f]{${MARK_LENGTH}}|[0-9a-f]{${LONG_MARK_LENGTH}})$`)

/**
 * Names that providers accept (1 to 64 letters, digits, `_` and `-`) for the tools of a server, in the order of `names`.
 * One that had to be changed, or is `taken`, ends in a mark of the name it stands for: the same one each time and whatever
 * else is listed, so that approvals and threads find their tool again and no other. A name that looks marked is marked as
 * well, so that no tool can be named like the changed name of another.
 */
export function toolNames(names: readonly string[], prefix: string, taken: ReadonlySet<string>): string[] {
  const wholes = names.map((name) => prefix + name)
  const first = wholes.map((whole) => (isUsable(whole) && !taken.has(whole) ? whole : marked(whole, 0)))
  const uses = new Map<string, number>()
  for (const name of first) uses.set(name, (uses.get(name) ?? 0) + 1)
  return first.map((name, at) => {
    let found = name
    for (let round = 1; taken.has(found) || (round === 1 && uses.get(found)! > 1); round++)
      found = marked(wholes[at]!, round)
    return found
  })
}

function isUsable(name: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(name) && name.length <= MAX_LENGTH && !MARKED.test(name)
}

function marked(whole: string, round: number): string {
  const mark = sha256(JSON.stringify([whole, round])).slice(0, round === 0 ? MARK_LENGTH : LONG_MARK_LENGTH)
  return `${whole.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, MAX_LENGTH - mark.length - 1)}_${mark}`
}
