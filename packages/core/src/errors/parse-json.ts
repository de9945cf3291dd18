/** The value of a JSON text, or undefined when it is none: no JSON text stands for undefined. Never throws. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
