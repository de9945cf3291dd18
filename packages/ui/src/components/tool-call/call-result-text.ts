import { type ToolMessage } from '@antiphon/core'
import { denialReason, partText } from '@antiphon/core/message'
import { field, isRecord, parseJson } from '@antiphon/base'
import { prettyJson } from '../../lib/json.js'
import { stripColors } from '../../lib/text.js'

/** The text of a result, parts joined. Other parts have views of their own. */
export function resultText(result: ToolMessage | undefined): string {
  const content: unknown = result?.content
  if (typeof content === 'string') return stripColors(content)
  if (!Array.isArray(content)) return content == null ? '' : prettyJson(content)
  return stripColors(content.map(partText).filter(Boolean).join('\n'))
}

/** The line of an error that shows without opening: the message of an error object, else the first line with text. */
export function firstErrorLine(result: ToolMessage | undefined): string {
  const text = resultText(result).slice(0, 100_000)
  return (
    (messageField(text) ?? text)
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim()
      .slice(0, 300) ?? ''
  )
}

/** `{"error": "…"}` and `{"error": {"message": "…"}}` are how most tools report a failure. */
function messageField(text: string): string | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  const value = parseJson(text)
  const error = field(value, 'error')
  const found = (isRecord(error) ? error['message'] : error) ?? field(value, 'message')
  return typeof found === 'string' && found.trim() !== '' ? found : undefined
}

/** The first line of why a call was denied, if the result is more than a bare refusal. */
export function reasonOf(result: ToolMessage | undefined): string | undefined {
  const line = denialReason(resultText(result).trim())?.trim().split('\n', 1)[0]
  return line ? line.slice(0, 200) : undefined
}
