/**
 * The keys that an object of a JSON text has twice, and whether one is `__proto__`: what a parsed value no longer tells.
 * The text must be valid JSON. One pass, however deep it is nested.
 */
export function scanKeys(text: string): { duplicates: string[]; hasProto: boolean } {
  const duplicates = new Set<string>()
  let hasProto = false
  /** The keys of each open object; undefined for an open array. */
  const open: (Set<string> | undefined)[] = []
  let mayBeKey = false

  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '{') open.push(new Set())
    else if (char === '[') open.push(undefined)
    else if (char === '}' || char === ']') open.pop()
    if (char === '{' || char === ',') mayBeKey = true
    if (char !== '"') continue

    const start = i++
    while (text[i] !== '"' && i < text.length) i += text[i] === '\\' ? 2 : 1
    const keys = open.at(-1)
    if (mayBeKey && keys) {
      const key = JSON.parse(text.slice(start, i + 1)) as string
      if (keys.has(key)) duplicates.add(key)
      keys.add(key)
      hasProto ||= key === '__proto__'
    }
    mayBeKey = false
  }
  return { duplicates: [...duplicates], hasProto }
}
