import { parseJson, recordOf } from '@antiphon/base'

const failureWords =
  /^\W*(?:[\w.-]+ ){0,3}(?:error\b|errored|fail(?:ed|ure)|exception|invalid|unknown|denied|refused|cancelled|timed out|not found|no result)/i
const statusLine = /^(?:HTTP )?[45]\d\d\b.*\b(?:time-?out|error|unavailable|gateway)\b/i

/** Whether a tool result reads like a failure: an error word up front, or JSON with `error`, `isError` or `ok: false`. */
export function looksFailed(content: string): boolean {
  const text = content.trim()
  if (text.startsWith('{')) {
    const flags = recordOf(parseJson(text))
    return Boolean(flags['error'] ?? flags['isError'] ?? flags['is_error'] ?? false) || flags['ok'] === false
  }
  const beginning = text.slice(0, 500)
  return failureWords.test(beginning) || statusLine.test(beginning)
}
