import { isRecord } from '../errors/is-record.js'
import { parseJson } from '../errors/parse-json.js'
import { safeStringify } from '../errors/safe-stringify.js'
import type { ReportAdjustment } from './request-types.js'

/**
 * Arguments as a JSON object in a string, which is what every server can read (wire-facts 1.3). What cannot be read as
 * an object is wrapped, so that the model still sees what it wrote.
 */
export function argumentsText(stored: unknown, where: string, report: ReportAdjustment): string {
  const text = typeof stored === 'string' ? stored : safeStringify(stored ?? {})
  const value = parseJson(text)
  let sent = text
  if (!text.trim()) sent = '{}'
  else if (value === undefined) sent = JSON.stringify({ unparsed: text })
  else if (!isRecord(value)) sent = `{"value":${text.trim()}}`
  if (sent !== stored) report('arguments', where, stored, sent)
  return sent
}
