/** Returns texts of one value that are nowhere in another, because nothing that a file says may be dropped in silence. */
export function missingTexts(text: string, read: unknown): string[] {
  const said = new Set<string>()
  const numbers = new Set<number>()
  const long: string[] = []
  collect(
    read,
    (leaf) => {
      if (said.has(leaf)) return
      said.add(leaf)
      long.push(leaf)
    },
    (number) => numbers.add(number),
  )
  const all = long.join('\u0000')
  const missing: string[] = []
  const waiting = valuesOf(text)
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    collect(
      value,
      (leaf) => {
        const bare = leaf.trim()
        if (bare === '' || said.has(leaf) || all.includes(bare)) return
        // In arguments and in texts that are shown as JSON, signs are escaped.
        if (all.includes(JSON.stringify(bare).slice(1, -1))) return
        if (!Number.isNaN(Date.parse(bare)) && numbers.has(Date.parse(bare))) return
        // A text that is JSON itself is often read as what it says.
        const inner = /^[[{]/.test(bare) ? valuesOf(bare) : []
        if (inner.length > 0) waiting.push(...inner)
        else missing.push(bare.slice(0, 200))
      },
      () => {},
    )
  }
  return missing
}

function valuesOf(text: string): unknown[] {
  const parse = (piece: string): unknown[] => {
    try {
      return [JSON.parse(piece)]
    } catch {
      return []
    }
  }
  const whole = parse(text)
  return whole.length > 0 ? whole : text.split('\n').flatMap(parse)
}

/** Keys that name the kind of an entry; the message says it in its own way. */
const STRUCTURE = /^(?:type|role|sender|from|part_kind)$/

function collect(value: unknown, onText: (text: string) => void, onNumber: (number: number) => void): void {
  const waiting: unknown[] = [value]
  for (let next = waiting.pop(); waiting.length > 0 || next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') onText(next)
    else if (typeof next === 'number') onNumber(next)
    else if (typeof next === 'object' && next !== null) {
      for (const [key, inner] of Object.entries(next))
        if (typeof inner !== 'string' || !STRUCTURE.test(key)) waiting.push(inner)
    }
  }
}
