import { compact, isRecord, type JsonObject } from '../../errors/is-record.js'
import type { ContentPart } from '../../message/types.js'
import type { ReportLoss } from '../format-types.js'
import { placeholderPart } from '../shared/content-parts.js'
import { isRemoteUrl } from '../shared/data-url.js'

/** Content of a user message or of a call's output. Kinds that no part of ours says stay whole under the format's name. */
export function readContent(content: unknown, where: string, report: ReportLoss): string | ContentPart[] {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map((part) => readPart(part))
  if (content !== undefined && content !== null) report('wrong_type', where, content, undefined)
  return ''
}

function readPart(part: unknown): ContentPart {
  if (!isRecord(part)) return { type: 'openai-responses.part', part }
  const { type, ...body } = part
  switch (type) {
    case 'input_text':
    case 'output_text':
      if (typeof part.text === 'string') return { type: 'text', ...body }
      break
    case 'input_image': {
      const { image_url: url, detail, ...extras } = body
      if (typeof url !== 'string') break
      const known = typeof detail === 'string' ? { url, detail } : { url }
      return { type: 'image_url', image_url: known, ...extras }
    }
    case 'input_file': {
      const { filename, file_data: data, file_id: id, file_url: url, ...extras } = body
      if (![filename, data, id, url].every((value) => value === undefined || typeof value === 'string')) break
      if (data !== undefined && url !== undefined) break
      return { type: 'file', file: compact({ filename, file_data: data ?? url, file_id: id }), ...extras }
    }
    case 'input_audio': {
      const audio = part.input_audio
      if (isRecord(audio) && typeof audio.data === 'string' && typeof audio.format === 'string')
        return part as ContentPart
    }
  }
  return { type: `openai-responses.${typeof type === 'string' ? type : 'part'}`, part }
}

export function writeContent(
  content: string | ContentPart[],
  where: string,
  report: ReportLoss,
): string | JsonObject[] {
  if (typeof content === 'string') return content
  return content.map((part, i) => writePart(part, `${where}[${i}]`, report))
}

function writePart(part: ContentPart, where: string, report: ReportLoss): JsonObject {
  const known = part as JsonObject
  const { type, ...body } = known
  if (part.type.startsWith('openai-responses.') && isRecord(known.part)) return known.part
  switch (type) {
    case 'text':
      return { type: 'input_text', ...body }
    case 'image_url': {
      const { image_url: image, ...extras } = body
      const { url, detail } = image as { url: string; detail?: string }
      return compact({ type: 'input_image', image_url: url, detail, ...extras })
    }
    case 'file': {
      const { file, ...extras } = body
      const { filename, file_data: data, file_id: id } = file as Record<string, string | undefined>
      const place = data !== undefined && isRemoteUrl(data) ? { file_url: data } : { file_data: data }
      return compact({ type: 'input_file', filename, ...place, file_id: id, ...extras })
    }
    case 'input_audio':
      return known
  }
  const shown = placeholderPart(part, where, report)
  return { type: 'input_text', text: shown.text }
}
