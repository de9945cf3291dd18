import { jsonText, readJson } from '../../lib/json.js'

/** Set in lines. As it came where that would show another number than the one that runs. */
export function pretty(raw: string): string {
  const json = readJson(raw)
  return json.ok && json.exact ? jsonText(json.value, 2) : raw
}
