import { foreignPart, ownPart } from '../shared/content.js'
import { type ContentPart, type ToolMessage } from '@antiphon/core'
import { denialReason, TOOL_OUTCOME_KEY, isKnownPart, partText, denialText } from '@antiphon/core/message'
import { compact, type JsonObject, recordOf } from '@antiphon/base'
import { jsonText } from '../shared/json-text.js'
import { sortedJson } from '../shared/values.js'
import type { ReportLoss } from '../types.js'
import { readMedia, writeMedia, type Forms } from './parts.js'

type Result = Pick<ToolMessage, 'content' | 'isError' | 'details' | 'metadata'>

/** The output of a tool result of a model message. */
export function readOutput(output: unknown, path: string, forms: Forms): Result {
  const { type, value, reason } = recordOf(output)
  const isError = type === 'error-text' || type === 'error-json' ? { isError: true } : {}
  switch (type) {
    case 'text':
    case 'error-text':
      if (typeof value === 'string') return { content: value, ...isError }
      break
    case 'json':
    case 'error-json':
      if (value !== undefined) return { content: jsonText(value), details: value, ...isError }
      break
    case 'execution-denied':
      return {
        content: denialText(typeof reason === 'string' ? reason : undefined),
        metadata: { [TOOL_OUTCOME_KEY]: 'denied' },
      }
    case 'content':
      if (Array.isArray(value))
        return { content: value.map((part, i) => readPart(part, `${path}.value[${i}]`, forms)) }
  }
  return { content: output === undefined ? '' : sortedJson(output) }
}

function readPart(part: unknown, path: string, forms: Forms): ContentPart {
  const body = recordOf(part)
  if (body.type === 'text' && typeof body.text === 'string') return { type: 'text', text: body.text }
  const media = body.type === 'file' ? readMedia(body, path, forms) : undefined
  return media ?? foreignPart('ai-sdk', body.type, part)
}

export function writeOutput(
  message: ToolMessage,
  path: string,
  where: string,
  forms: Forms,
  report: ReportLoss,
): JsonObject {
  const { content, details, isError, metadata } = message
  if (typeof content !== 'string') {
    if (isError) report('is_error', `${where}.isError`, true, undefined)
    const value = content.map((part, i) =>
      writePart(part, `${path}.value[${i}]`, `${where}.content[${i}]`, forms, report),
    )
    return { type: 'content', value }
  }
  if (metadata?.[TOOL_OUTCOME_KEY] === 'denied') {
    return compact({ type: 'execution-denied', reason: denialReason(content) })
  }
  const isValue = details !== undefined && content === jsonText(details)
  if (isValue) return { type: isError ? 'error-json' : 'json', value: details }
  return { type: isError ? 'error-text' : 'text', value: content }
}

function writePart(
  part: ContentPart,
  path: string,
  where: string,
  forms: Forms,
  report: ReportLoss,
): JsonObject {
  const own = ownPart(part, 'ai-sdk.')
  if (own) return own
  const text = partText(part)
  if (text !== undefined) return { type: 'text', text }
  // Outputs have files only; an image is a file with the media type of one.
  const file =
    part.type === 'image_url' && forms[path] === undefined ? { ...forms, [path]: imageForm(part) } : forms
  return writeMedia(part, path, where, file, report)
}

/** An image as a file: with its bytes, or with its address. */
export function imageForm(part: ContentPart): string {
  const url = isKnownPart(part) && part.type === 'image_url' ? part.image_url.url : ''
  return /^data:/i.test(url) ? 'file/data:text' : 'file/url'
}
