import { contentToText, type ContentPart } from '@antiphon/core'
import { isRecord, textOf, safeStringify, field } from '@antiphon/base'
import { TEXT_CHANNELS } from '@antiphon/core/channels'
import { isResultBlock } from '../read-transcript.js'
import type { Unit, LintRule, Severity } from '../types.js'

/** The text of any content, and a word for each other part of it. */
export function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return contentToText(
    content.filter((part): part is ContentPart => isRecord(part) && typeof part.type === 'string'),
  )
}

/** True when an answer has more than calls: text, a refusal, images or speech. */
export function saysSomething(raw: Record<string, unknown>): boolean {
  const { content, images, audio } = raw
  return Boolean(
    textOfContent(content).trim() ||
    TEXT_CHANNELS.some(({ name, field, isAnswer }) => isAnswer && name !== 'text' && textOf(raw[field])) ||
    (Array.isArray(images) && images.length > 0) ||
    isRecord(audio),
  )
}

/** Every entry of every content that is an array, once. */
function* contentParts(
  units: readonly Unit[],
): Generator<{ unit: Unit; message: number; part: number; value: unknown }> {
  let last = -1
  for (const unit of units) {
    const { message, raw } = unit
    // A message that holds results is several units.
    if (message === last || !Array.isArray(raw.content)) continue
    last = message
    for (const [part, value] of (raw.content as unknown[]).entries()) yield { unit, message, part, value }
  }
}

/** docs/wire 1.3: content on tool turns, array against string, content of results. */
export const contentType: LintRule = {
  name: 'content-type',
  about: 'Content that is null, missing, an object or an array where text is expected.',
  *check({ units }) {
    for (const unit of units) {
      const wrong = unit.part === undefined ? whatIsWrong(unit) : undefined
      if (!wrong) continue
      const { message } = unit
      const { severity, said, effect, value } = wrong
      yield {
        severity,
        where: { message },
        path: ['content'],
        message: `The content ${said}.`,
        effect,
        fix: { title: 'Write it as text', edits: [{ op: 'set', message, path: ['content'], value }] },
      }
    }
  },
}

interface Wrong {
  severity: Severity
  said: string
  effect: string
  value: string
}

function whatIsWrong({ role, raw, calls }: Unit): Wrong | undefined {
  const { content } = raw
  if (typeof content === 'string') return undefined
  if (Array.isArray(content)) {
    // Only the types of the wire. Other rules check other entries.
    if (role === 'user' || role === 'tool' || !content.every(isText)) return undefined
    return {
      severity: 'warning',
      said: 'is an array of texts where one text is expected',
      effect:
        'DeepSeek, Cerebras and older templates of vLLM and llama.cpp refuse it or write it out as JSON.',
      value: content.map(({ text }) => text).join(''),
    }
  }
  if (content == null && role === 'assistant') {
    // The wire itself uses null beside calls. An answer without text and calls is an empty turn.
    if (calls.length === 0 || content === null) return undefined
    return {
      severity: 'warning',
      said: 'is missing beside the calls',
      effect: 'Older SGLang answers 400 without the key. Antiphon writes null.',
      value: '',
    }
  }
  return {
    severity: 'error',
    said: content == null ? 'is missing' : `is ${isRecord(content) ? 'an object' : `a ${typeof content}`}`,
    effect: 'Endpoints answer 400 or 422. Antiphon sends it as text.',
    value: content == null ? '' : safeStringify(content),
  }
}

function isText(part: unknown): part is { text: string } {
  return isRecord(part) && part.type === 'text' && typeof part.text === 'string'
}

/** docs/wire 1.3, user parts. */
export const unsupportedPart: LintRule = {
  name: 'unsupported-part',
  about: 'An image, sound, file or video that the endpoint does not take.',
  *check({ units, policy, provider }) {
    const { userParts } = policy
    if (!userParts) return
    for (const { unit, message, part, value } of contentParts(units)) {
      if (unit.role === 'assistant' || !isPart(value) || isResultBlock(value)) continue
      if (value.type === 'text' || userParts.includes(value.type)) continue
      yield {
        severity: 'warning',
        where: { message, part },
        path: ['content', part],
        message: `A part of type ${value.type}; ${provider?.name ?? 'the endpoint'} takes ${userParts.join(', ')}.`,
        effect: `${provider?.name ?? 'The endpoint'} answers 400 or 422. Antiphon sends a text in its place.`,
        fix: asText(message, part, contentToText([value])),
      }
    }
  },
}

/** docs/wire 1.3, image URL kind. */
export const remoteImage: LintRule = {
  name: 'remote-image',
  about: 'The address of an image where the endpoint wants its data (Ollama).',
  *check({ units, policy, provider }) {
    if (policy.imageUrls !== 'dataOnly') return
    for (const { message, part, value } of contentParts(units)) {
      if (!isPart(value) || value.type !== 'image_url') continue
      const image = field(value, 'image_url')
      const url = textOf(field(image, 'url') ?? image) ?? ''
      if (/^data:/i.test(url)) continue
      yield {
        severity: 'warning',
        where: { message, part },
        path: ['content', part],
        message: 'The image is an address, not data.',
        effect: `${provider?.name ?? 'The endpoint'} answers 400. Antiphon sends the address as text; attach the image itself to have it seen.`,
        fix: asText(message, part, `[image: ${url}]`),
      }
    }
  },
}

/** docs/wire 1.3, tool `content`. */
export const resultMedia: LintRule = {
  name: 'result-media',
  about: 'Images and other parts in a result.',
  *check({ units }) {
    for (const { unit, message, part, value } of contentParts(units)) {
      if (unit.role !== 'tool' || unit.part !== undefined || !isPart(value) || value.type === 'text') continue
      yield {
        severity: 'info',
        where: { message, part },
        path: ['content', part],
        message: `A result holds a part of type ${value.type}.`,
        effect:
          'vLLM refuses images in a result, OpenAI takes them and does not see them. Antiphon sends images in a message of the user behind the results, and other parts as text.',
      }
    }
  },
}

function isPart(value: unknown): value is ContentPart {
  return isRecord(value) && typeof value.type === 'string'
}

function asText(message: number, part: number, text: string) {
  const edit = { op: 'set', message, path: ['content', part], value: { type: 'text', text } } as const
  return { title: 'Replace it by a text that names it', edits: [edit] }
}

export const brokenPart: LintRule = {
  name: 'broken-part',
  about: 'An entry of content that is not a part: not an object, or without a type.',
  *check({ units }) {
    for (const { message, part, value } of contentParts(units)) {
      if (isRecord(value) && typeof value.type === 'string') continue
      const path = ['content', part]
      // Some clients write plain texts between parts.
      const edit =
        typeof value === 'string'
          ? ({ op: 'set', message, path, value: { type: 'text', text: value } } as const)
          : ({ op: 'unset', message, path } as const)
      yield {
        severity: 'error',
        where: { message, part },
        path,
        message: 'This is not a content part.',
        effect: 'Endpoints answer 400 or 422. Antiphon leaves it out.',
        fix: { title: edit.op === 'set' ? 'Make it a text part' : 'Drop it', edits: [edit] },
      }
    }
  },
}

const CHARS_PER_TOKEN = 4
/** Between the 85 and some 1,600 that providers count for one. */
const TOKENS_PER_IMAGE = 1000

export const contextWindow: LintRule = {
  name: 'context-window',
  about: "A transcript longer than the model's context, by estimate (needs the option contextLength).",
  *check({ units, options }) {
    const { contextLength } = options
    if (!contextLength) return
    let tokens = 0
    let last = -1
    let message = -1
    for (const unit of units) {
      if (unit.message !== last) tokens += tokensOf(unit.raw.content)
      last = unit.message
      for (const call of unit.calls) {
        tokens +=
          (call.name.length + (typeof call.arguments === 'string' ? call.arguments.length : 0)) /
          CHARS_PER_TOKEN
      }
      if (tokens > contextLength && message < 0) message = unit.message
    }
    if (message < 0) return
    const count = (n: number): string => Math.round(n).toLocaleString('en')
    yield {
      severity: 'warning',
      where: { message },
      message: `The transcript has about ${count(tokens)} tokens by estimate (${CHARS_PER_TOKEN} characters each); the context has ${count(contextLength)}, which are passed here.`,
      effect:
        'Most endpoints answer 400 (context_length_exceeded); Ollama drops the beginning without a word. Thinking and tool definitions are not counted.',
    }
  },
}

function tokensOf(content: unknown): number {
  if (typeof content === 'string') return content.length / CHARS_PER_TOKEN
  if (!Array.isArray(content)) return 0
  return content.reduce<number>((sum, part: unknown) => {
    if (!isRecord(part)) return sum
    if (typeof part.text === 'string') return sum + part.text.length / CHARS_PER_TOKEN
    return sum + TOKENS_PER_IMAGE
  }, 0)
}
