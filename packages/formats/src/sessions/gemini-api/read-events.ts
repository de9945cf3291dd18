import type { EventReader } from '@antiphon/core'
import { compact, createChunkWriter, field, isRecord, type JsonObject, textOf } from '@antiphon/core/internal'
import { sumOf } from '../shared/fields.js'
import { setAtJsonPath } from './partial-args.js'

/** A chunk of `streamGenerateContent`: a response with more parts, counts alone, or an error. */
export function isGeminiChunk(value: unknown): boolean {
  if (!isRecord(value) || 'contents' in value) return false
  const { candidates, usageMetadata, promptFeedback, error } = value
  if (isRecord(error) && typeof error.code === 'number' && typeof error.status === 'string') return true
  if (Array.isArray(candidates))
    return candidates.every((one) => isRecord(one) && ('content' in one || 'finishReason' in one))
  return isRecord(promptFeedback) || (isRecord(usageMetadata) && 'responseId' in value)
}

/** Reads the chunks of Gemini's stream (other-wires 3): parts are increments, and a finish reason is not the end. */
export function createGeminiEvents(): EventReader {
  const out = createChunkWriter()
  /** A call whose arguments come in pieces, each with its path. */
  let open: { call: number; args: unknown } | undefined
  let code: number | undefined
  let reason: string | undefined
  let citations = 0

  function close(): void {
    if (open) out.replaceArguments(open.call, JSON.stringify(open.args))
    open = undefined
  }

  function readPart(part: JsonObject): void {
    const { text, functionCall, executableCode, codeExecutionResult, inlineData } = part
    const signature = textOf(part.thoughtSignature)
    if (isRecord(functionCall)) readCall(functionCall)
    else {
      close()
      if (typeof text === 'string') out[part.thought === true ? 'reasoning' : 'text'](text)
      else if (isRecord(executableCode)) {
        code = out.call({ id: textOf(executableCode.id), name: 'executableCode', isProviders: true })
        out.arguments(code, JSON.stringify(executableCode))
      } else if (isRecord(codeExecutionResult)) {
        const { outcome, output } = codeExecutionResult
        code ??= out.call({ name: 'codeExecutionResult', isProviders: true })
        const isError = outcome !== undefined && outcome !== 'OUTCOME_OK'
        out.result(code, {
          result: textOf(output) ?? '',
          ...(isError && { isError }),
          details: codeExecutionResult,
        })
        code = undefined
      } else if (isRecord(inlineData) && typeof inlineData.data === 'string')
        out.image(`data:${textOf(inlineData.mimeType) ?? 'image/png'};base64,${inlineData.data}`)
      else if (Object.keys(part).some((key) => key !== 'thoughtSignature')) {
        const row = out.call({ name: Object.keys(part)[0]!, isProviders: true })
        out.arguments(row, JSON.stringify(part))
        out.result(row, { result: '' })
      }
    }
    if (signature !== undefined) out.hiddenThought({ data: signature, format: 'google-gemini-v1' })
  }

  function readCall({ id, name, args, partialArgs, willContinue }: JsonObject): void {
    if (typeof name === 'string') {
      close()
      const call = out.call({ id: textOf(id), name })
      if (willContinue === true || Array.isArray(partialArgs)) open = { call, args: {} }
      else out.arguments(call, JSON.stringify(args ?? {}))
    }
    if (!open) return
    for (const piece of Array.isArray(partialArgs) ? (partialArgs as unknown[]) : [])
      if (isRecord(piece)) open.args = setAtJsonPath(open.args, piece)
    // An empty call closes the one before.
    if (willContinue !== true && name === undefined && !Array.isArray(partialArgs)) close()
  }

  function readCandidate(candidate: JsonObject): void {
    const parts = field(candidate.content, 'parts')
    for (const part of Array.isArray(parts) ? (parts as unknown[]) : []) if (isRecord(part)) readPart(part)
    const { groundingMetadata, urlContextMetadata, citationMetadata, safetyRatings, finishMessage } =
      candidate
    out.note(
      compact({
        grounding_metadata: groundingMetadata,
        url_context_metadata: urlContextMetadata,
        citation_metadata: citationMetadata,
        safety_ratings: safetyRatings,
        finish_message: finishMessage,
      }),
    )
    cite(field(groundingMetadata, 'groundingChunks'))
    reason = textOf(candidate.finishReason) ?? reason
    if (textOf(candidate.finishReason)) {
      close()
      out.finish(reason!)
    }
  }

  /** Late chunks may say them again. */
  function cite(chunks: unknown): void {
    const found = Array.isArray(chunks) ? (chunks as unknown[]) : []
    for (const chunk of found.slice(citations)) {
      const web = field(chunk, 'web')
      if (!isRecord(web) || typeof web.uri !== 'string') continue
      out.annotation({ type: 'url_citation', url_citation: compact({ url: web.uri, title: web.title }) })
    }
    citations = Math.max(citations, found.length)
  }

  function count(raw: unknown): void {
    if (!isRecord(raw) || typeof raw.promptTokenCount !== 'number') return
    const { thoughtsTokenCount: thoughts, cachedContentTokenCount: cached } = raw
    out.usage(
      compact({
        ...raw,
        prompt_tokens: raw.promptTokenCount,
        completion_tokens: sumOf(raw.candidatesTokenCount, thoughts),
        total_tokens: raw.totalTokenCount,
        prompt_tokens_details: { cached_tokens: cached },
        completion_tokens_details: { reasoning_tokens: thoughts },
      }),
    )
  }

  return {
    read(value) {
      if (!isRecord(value)) return []
      const { candidates, usageMetadata, responseId, modelVersion, promptFeedback, error } = value
      if (responseId !== undefined || modelVersion !== undefined)
        out.begin(compact({ id: textOf(responseId), model: textOf(modelVersion) }))
      for (const candidate of Array.isArray(candidates) ? (candidates as unknown[]) : [])
        if (isRecord(candidate) && (candidate.index ?? 0) === 0) readCandidate(candidate)
      count(usageMetadata)
      if (isRecord(promptFeedback)) {
        out.note({ prompt_feedback: promptFeedback })
        const blocked = textOf(promptFeedback.blockReason)
        if (blocked !== undefined) out.finish(blocked === 'OTHER' ? 'prohibited_content' : blocked)
      }
      if (error !== undefined) out.error({ error })
      return out.take()
    },
    // More text may follow a finish reason: only the end of the stream ends it.
    done: false,
  }
}
