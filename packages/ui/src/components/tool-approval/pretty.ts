import { prettyJson, readJson } from '../../lib/json.js'

/** JSON in indented lines. Unchanged when that would show another number than the one that runs. */
export function pretty(raw: string): string {
  const json = readJson(raw)
  return json.ok && json.exact ? prettyJson(json.value, 2) : raw
}
