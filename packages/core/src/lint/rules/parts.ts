import { field, isRecord, textOf } from '../../errors/is-record.js'
import { contentToText } from '../../message/content-to-text.js'
import type { ContentPart } from '../../message/types.js'
import type { LintRule } from '../lint-types.js'
import { isResultBlock } from '../read-units.js'
import { contentParts } from './content-parts.js'

/** wire-facts 1.3, user parts. */
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

/** wire-facts 1.3, image URL kind. */
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

/** wire-facts 1.3, tool `content`. */
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
