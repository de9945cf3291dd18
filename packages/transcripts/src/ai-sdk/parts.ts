import { type ContentPart, type ToolCall, type ToolMessage } from '@antiphon/core'
import {
  type ApprovalRequest,
  denialReason,
  TOOL_OUTCOME_KEY,
  isKnownPart,
  denialText,
} from '@antiphon/core/message'
import type { ReasoningDetail } from '@antiphon/core/channels'
import {
  compact,
  type JsonObject,
  isBase64,
  field,
  parseJson,
  textOf,
  isRecord,
  base64ToBytes,
  bytesToBase64,
  base64Url,
  sniffMimeType,
} from '@antiphon/base'
import { placeholderPart, audioFormat, audioMimeType, parseDataUrl, isRemoteUrl } from '../shared/content.js'
import { jsonText } from '../shared/json-text.js'
import type { ReportLoss } from '../types.js'

/** A file part by its media type: an image, a sound that is there as bytes, or a file. Undefined for any other part. */
export function readFile({ url, mediaType, filename }: JsonObject): ContentPart | undefined {
  if (typeof url !== 'string' || typeof mediaType !== 'string') return undefined
  if (/^image(?:\/|$)/.test(mediaType)) return { type: 'image_url', image_url: { url } }
  const inline = parseDataUrl(url)
  if (mediaType.startsWith('audio/') && inline?.base64 && isBase64(inline.data)) {
    return { type: 'input_audio', input_audio: { data: inline.data, format: audioFormat(mediaType) } }
  }
  const name = typeof filename === 'string' ? filename : undefined
  return { type: 'file', file: compact({ filename: name, file_data: url }) }
}

/** A file part of a stream. Servers in other languages write its base64 or another name for its type, or wrap it. */
export function readStreamedFile(part: JsonObject): ContentPart | undefined {
  const given: JsonObject = isRecord(part.file) ? { ...part, ...part.file } : part
  const found = typeof given.url === 'string' ? undefined : readData(given.data ?? given.base64)
  const { base64, url = given.url } = found ?? {}
  const mediaType =
    textOf(given.mediaType) ??
    textOf(given.mimeType) ??
    textOf(given.media_type) ??
    (base64 && sniffMimeType(base64))
  return readFile({ ...given, mediaType, url: base64 && mediaType ? base64Url(mediaType, base64) : url })
}

/** A part as a file part, or as text that names it, because a file id means nothing without its provider. */
export function writeFile(part: ContentPart, where: string, report: ReportLoss): JsonObject {
  if (!isKnownPart(part)) return placeholderPart(part, where, report)
  if (part.type === 'image_url') {
    const { url } = part.image_url
    return { type: 'file', mediaType: parseDataUrl(url)?.mimeType || 'image', url }
  }
  if (part.type === 'input_audio') {
    const { data, format } = part.input_audio
    const mediaType = audioMimeType(format)
    return { type: 'file', mediaType, url: base64Url(mediaType, data) }
  }
  const { file_data: url, file_id: id, filename } = part.type === 'file' ? part.file : {}
  if (typeof url === 'string' && id === undefined) {
    const mediaType = parseDataUrl(url)?.mimeType || 'application/octet-stream'
    return compact({ type: 'file', mediaType, filename, url })
  }
  return placeholderPart(part, where, report)
}

/** Provider data of a reasoning part as our blocks, so that it can go back to the provider. */
export function readReasoningDetails({ text, providerMetadata: given }: JsonObject): ReasoningDetail[] {
  const anthropic = field(given, 'anthropic')
  const openai = field(given, 'openai')
  const [signature, redacted] = [field(anthropic, 'signature'), field(anthropic, 'redactedData')]
  const [encrypted, id] = [field(openai, 'reasoningEncryptedContent'), field(openai, 'itemId')]
  const details: ReasoningDetail[] = []
  if (typeof signature === 'string') details.push({ type: 'reasoning.text', text, signature })
  if (typeof redacted === 'string') details.push({ type: 'reasoning.encrypted', data: redacted })
  if (typeof encrypted === 'string') {
    const known = compact({ data: encrypted, id: typeof id === 'string' ? id : undefined })
    details.push({ type: 'reasoning.encrypted', ...known, format: 'openai-responses-v1' })
  }
  return details
}

/** A reasoning part that is withheld, or undefined for a block that only a visible text can carry. */
export function writeHidden(detail: ReasoningDetail): JsonObject | undefined {
  const { type, data, id, format } = detail
  if (type !== 'reasoning.encrypted' || typeof data !== 'string') return undefined
  const providerMetadata =
    format === 'openai-responses-v1'
      ? { openai: compact({ itemId: id, reasoningEncryptedContent: data }) }
      : { anthropic: { redactedData: data } }
  return { type: 'reasoning', text: '', providerMetadata }
}

/** A reasoning part with its provider data. Takes its block out of the list. */
export function writeReasoning(text: string, details: ReasoningDetail[]): JsonObject {
  const at = details.findIndex(
    (detail) => detail.type === 'reasoning.text' && detail.text === text && detail.signature,
  )
  const [signed] = at < 0 ? [] : details.splice(at, 1)
  return compact({
    type: 'reasoning',
    text,
    providerMetadata: signed && { anthropic: { signature: signed.signature } },
  })
}

export function isToolPart({ type }: JsonObject): boolean {
  return type === 'dynamic-tool' || (typeof type === 'string' && type.startsWith('tool-'))
}

/** A tool part is a call, and its result where there is one already. */
export function readToolPart(part: JsonObject): { call: ToolCall; result?: ToolMessage } {
  const id = typeof part.toolCallId === 'string' ? part.toolCallId : ''
  // A name of its own counts more than the type: servers write parts of type `tool-call` with `toolName` beside it.
  const ofType = part.type === 'dynamic-tool' ? '' : String(part.type).slice('tool-'.length)
  const toolName = textOf(part.toolName) ?? ofType
  const raw = part.input === undefined ? part.rawInput : jsonText(part.input)
  const text = typeof raw === 'string' ? raw : raw === undefined ? '' : jsonText(raw)
  const call: ToolCall = { id, type: 'function', function: { name: toolName, arguments: text } }
  const asked = readApproval(part)
  if (asked) call.approvalRequest = asked
  const result = readResult(part)
  return result ? { call, result: { role: 'tool', tool_call_id: id, toolName, ...result } } : { call }
}

/** The question of the server about a call, with the person's answer if there is one. */
function readApproval({ state, approval }: JsonObject): ApprovalRequest | undefined {
  if (state !== 'approval-requested' && state !== 'approval-responded') return undefined
  return isRecord(approval) && typeof approval.id === 'string' ? { ...approval, id: approval.id } : undefined
}

function readResult(
  part: JsonObject,
): Pick<ToolMessage, 'content' | 'isError' | 'details' | 'metadata'> | undefined {
  const { state, output, errorText } = part
  switch (state) {
    case 'output-available':
      if (typeof output === 'string') return { content: output }
      return output === undefined ? { content: '' } : { content: jsonText(output), details: output }
    case 'output-error':
      return { content: typeof errorText === 'string' ? errorText : '', isError: true }
    case 'output-denied': {
      const reason = field(part.approval, 'reason')
      return {
        content: denialText(typeof reason === 'string' ? reason : undefined),
        metadata: { [TOOL_OUTCOME_KEY]: 'denied' },
      }
    }
    default:
      return undefined
  }
}

/** Arguments that are not JSON stay raw text, as an input that is still streaming. */
export function writeToolPart(
  call: ToolCall,
  result: ToolMessage | undefined,
  where: string,
  report: ReportLoss,
): JsonObject {
  const { name, arguments: text } = call.function
  const input = text === '' ? undefined : parseJson(text)
  const known = input === undefined ? { rawInput: text } : { input }
  const part = { type: `tool-${name}`, toolCallId: call.id }
  const { approvalRequest: asked } = call
  if (!result && asked) {
    const state = asked.approved === undefined ? 'approval-requested' : 'approval-responded'
    return { ...part, state, ...known, approval: asked }
  }
  if (!result)
    return { ...part, state: input === undefined ? 'input-streaming' : 'input-available', ...known }
  const { content, details } = result
  if (result.metadata?.[TOOL_OUTCOME_KEY] === 'denied') {
    const reason = typeof content === 'string' ? denialReason(content) : content
    const approval = compact({ id: `approval-${call.id}`, ...asked, approved: false, reason })
    return { ...part, state: 'output-denied', ...known, approval }
  }
  const answered = asked && { approval: { ...asked, approved: true } }
  if (result.isError && typeof content === 'string')
    return { ...part, state: 'output-error', ...known, errorText: content, ...answered }
  if (typeof content !== 'string') report('content', `${where}.content`, content, jsonText(content))
  const isValue = typeof content !== 'string' || (details !== undefined && content === jsonText(details))
  const output = isValue ? (details ?? content) : content
  return { ...part, state: 'output-available', ...known, output, ...answered }
}

/**
 * How the data of a part was written, by the way to the part: the type of the part and the form of its data, such as
 * `image/bytes` or `file/data:text`. Without a note an image is `image/text`, a file `file/data:text` or `file/url`.
 */
export type Forms = Record<string, string>

/** An image or file part as one of ours, or undefined where its data is kept by a provider. */
export function readMedia(part: JsonObject, path: string, forms: Forms): ContentPart | undefined {
  const isImage = part.type === 'image'
  const found = readData(isImage ? part.image : part.data)
  if (!found) return undefined
  const { base64, form } = found
  const given = typeof part.mediaType === 'string' ? part.mediaType : undefined
  const mediaType = given ?? (base64 && sniffMimeType(base64)) ?? 'image/png'
  const url = found.url ?? base64Url(mediaType, base64!)
  const shown = readFile({ url, mediaType: isImage ? 'image' : mediaType, filename: part.filename })
  if (shown) forms[path] = `${isImage ? 'image' : 'file'}/${form}`
  return shown
}

function readData(data: unknown): { base64?: string; url?: string; form: string } | undefined {
  if (data instanceof Uint8Array) return { base64: bytesToBase64(data), form: 'bytes' }
  if (data instanceof ArrayBuffer) return { base64: bytesToBase64(new Uint8Array(data)), form: 'buffer' }
  if (typeof data === 'string') {
    if (parseDataUrl(data)?.base64 || isRemoteUrl(data)) return { url: data, form: 'address' }
    return isBase64(data) ? { base64: data, form: 'text' } : undefined
  }
  if (!isRecord(data)) return undefined
  if (data.type === 'url' && typeof data.url === 'string') return { url: data.url, form: 'url' }
  const inner = data.type === 'data' && !isRecord(data.data) ? readData(data.data) : undefined
  return inner && { ...inner, form: `data:${inner.form}` }
}

/** A part of ours as an image or file part, or as text that names it. */
export function writeMedia(
  part: ContentPart,
  path: string,
  where: string,
  forms: Forms,
  report: ReportLoss,
): JsonObject {
  const file = writeFile(part, where, report)
  if (file.type !== 'file') return file
  const { url, mediaType, ...rest } = file as { url: string; mediaType: string }
  const inline = parseDataUrl(url)
  const base64 = inline?.base64 ? inline.data : undefined
  const isImage = part.type === 'image_url'
  const usual = isImage
    ? base64 === undefined
      ? 'image/address'
      : 'image/text'
    : base64 === undefined
      ? 'file/url'
      : 'file/data:text'
  const [type, form] = splitForm(forms[path] ?? usual)
  const data = writeData(url, base64, form)
  if (type === 'image') return { type, image: data, ...(base64 !== undefined && { mediaType }) }
  return { ...rest, type: 'file', data, mediaType }
}

function splitForm(form: string): [string, string] {
  const at = form.indexOf('/')
  return [form.slice(0, at), form.slice(at + 1)]
}

function writeData(url: string, base64: string | undefined, form: string): unknown {
  if (form.startsWith('data:'))
    return { type: 'data', data: writeData(url, base64, form.slice('data:'.length)) }
  if (form === 'url') return { type: 'url', url }
  if (base64 === undefined || form === 'address') return url
  const bytes = form === 'bytes' || form === 'buffer' ? base64ToBytes(base64) : undefined
  return bytes ? (form === 'buffer' ? bytes.buffer : bytes) : base64
}
