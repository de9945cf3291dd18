import { isRecord } from '../errors/is-record.js'
import { ERROR_KEYS, findChunkError } from './find-error.js'
import { normalizeDelta } from './normalize-delta.js'
import { nonEmpty, readExtras, readText } from './read-value.js'
import type { Chunk, ChunkChoice, ReportRepair } from './types.js'

/** Handled here, or padding that only hides the length of a frame (`obfuscation` of OpenAI, `p` of Mistral). */
const CHUNK_KEYS = new Set(['id', 'model', 'object', 'choices', 'usage', 'error', 'obfuscation', 'p'])
const CHOICE_KEYS = new Set([
  'index',
  'delta',
  'message',
  'text',
  'finish_reason',
  'logprobs',
  'usage',
  'error',
])

/**
 * Any JSON value as one exact chunk: the tolerant door of the kit (wire-facts 2.2). Wrong types are reported, nothing is
 * thrown. A whole completion body passes the same way: its `message` becomes one delta (wire-facts 4).
 */
export function normalizeChunk(value: unknown, report: ReportRepair): Chunk {
  if (!isRecord(value)) {
    report('chunk_type', '', value, undefined)
    return { choices: [], hasChoices: false, extras: [] }
  }
  const error = findChunkError(value)
  const rawChoices = value.choices
  const choices: ChunkChoice[] = []
  let choiceUsage: unknown
  if (Array.isArray(rawChoices)) {
    rawChoices.forEach((choice, at) => {
      if (!isRecord(choice)) {
        if (choice !== null) report('choice_type', `choices[${at}]`, choice, undefined)
        return
      }
      choices.push(normalizeChoice(choice, at, report))
      choiceUsage ??= choice.usage
    })
  } else if (rawChoices !== undefined && rawChoices !== null) {
    report('choices_type', 'choices', rawChoices, isRecord(rawChoices) ? [rawChoices] : [])
    if (isRecord(rawChoices)) choices.push(normalizeChoice(rawChoices, 0, report))
  }
  const extras = readExtras(value, CHUNK_KEYS, '', report)
  return {
    id: nonEmpty(value.id),
    model: nonEmpty(readText(value.model, 'model_type', 'model', report)),
    choices,
    hasChoices: Array.isArray(rawChoices) || choices.length > 0,
    usage: readUsage(value, choiceUsage),
    error,
    extras: error === undefined ? extras : extras.filter(([key]) => !ERROR_KEYS.has(key)),
  }
}

function normalizeChoice(choice: Record<string, unknown>, at: number, report: ReportRepair): ChunkChoice {
  const where = `choices[${at}]`
  const { delta, snapshot } = pickDelta(choice, where, report)
  const finish = readText(choice.finish_reason, 'finish_reason_type', `${where}.finish_reason`, report)
  const extras = readExtras(choice, CHOICE_KEYS, where, report)
  const logprobs = choice.logprobs
  if (logprobs !== undefined && logprobs !== null && !isRecord(logprobs)) {
    report('logprobs_type', `${where}.logprobs`, logprobs, 'metadata wire.logprobs')
    extras.push(['logprobs', logprobs])
  }
  return {
    index: readChoiceIndex(choice.index, at, `${where}.index`, report),
    delta: normalizeDelta(delta, `${where}.${snapshot ? 'message' : 'delta'}`, report),
    snapshot,
    finishReason: nonEmpty(finish?.trim()),
    logprobs: isRecord(logprobs) ? logprobs : undefined,
    extras,
  }
}

/** `delta ?? message ?? {}`; a message without a delta is the whole answer so far (wire-facts 2.2). */
function pickDelta(
  choice: Record<string, unknown>,
  where: string,
  report: ReportRepair,
): { delta: Record<string, unknown>; snapshot: boolean } {
  if (isRecord(choice.delta)) return { delta: choice.delta, snapshot: false }
  if (choice.delta !== undefined && choice.delta !== null)
    report('delta_type', `${where}.delta`, choice.delta, {})
  if (isRecord(choice.message)) return { delta: choice.message, snapshot: true }
  if (choice.message !== undefined && choice.message !== null)
    report('message_type', `${where}.message`, choice.message, {})
  // The legacy completions endpoint calls its delta `text`.
  return { delta: typeof choice.text === 'string' ? { content: choice.text } : {}, snapshot: false }
}

/** Most choices that are told apart. Nobody asks for more, and each costs memory. */
const MAX_CHOICES = 128

function readChoiceIndex(value: unknown, at: number, where: string, report: ReportRepair): number {
  if (value === undefined || value === null) return at
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < MAX_CHOICES) return value
  const index =
    typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : Math.min(at, MAX_CHOICES - 1)
  report('choice_index_type', where, value, index)
  return index
}

/** Usage sits in one of four places (wire-facts 2.7). */
function readUsage(
  chunk: Record<string, unknown>,
  choiceUsage: unknown,
): Record<string, unknown> | undefined {
  if (isRecord(chunk.usage)) return chunk.usage
  if (isRecord(chunk.x_groq) && isRecord(chunk.x_groq.usage)) return chunk.x_groq.usage
  return isRecord(choiceUsage) ? choiceUsage : undefined
}
