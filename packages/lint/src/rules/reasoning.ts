import { contentToText, type ContentPart } from '@antiphon/core'
import { isRecord, listOf, textOf, type JsonObject } from '@antiphon/base'
import { REASONING_FIELDS, REASONING_LISTS } from '@antiphon/core/channels'
import { profileCalled } from '../policies.js'
import type { EditPath, LintEdit, LintRule } from '../types.js'

/** Fields of the wire for thinking that is plain text; in a stored message it is `reasoning`. */
const OTHER_FIELDS = REASONING_FIELDS.filter((name) => name !== 'reasoning')

/** Entries of the lists that hold thinking in pieces, with their signatures. */
export function* thinkingEntries(raw: JsonObject): Generator<{ entry: JsonObject; path: EditPath }> {
  for (const field of REASONING_LISTS)
    for (const [i, entry] of listOf(raw[field]).entries())
      if (isRecord(entry)) yield { entry, path: [field, i] }
}

/** True when the message has thinking in any field. An empty text does not count. */
export function hasThinking(raw: JsonObject): boolean {
  return Boolean(
    textOf(raw.reasoning) ||
    OTHER_FIELDS.some((field) => textOf(raw[field])) ||
    REASONING_LISTS.some((field) => listOf(raw[field]).length > 0),
  )
}

/** Bound to the model that wrote it: signed, or encrypted (docs/wire 5, model switch). */
export function isBound({ type, signature, data }: JsonObject): boolean {
  return (
    Boolean(signature) || type === 'reasoning.encrypted' || (type === 'redacted_thinking' && Boolean(data))
  )
}

/** Takes the thinking out of a message. */
export function dropThinking(message: number, raw: JsonObject): LintEdit[] {
  return [...REASONING_FIELDS, ...REASONING_LISTS, 'reasoningSource']
    .filter((field) => Object.hasOwn(raw, field))
    .map((field) => ({ op: 'unset', message, path: [field] }) as const)
}

/** docs/wire 2.3 and 5: one field here, and where it came from beside it. */
export const reasoningField: LintRule = {
  name: 'reasoning-field',
  about:
    'Thinking in a field of the wire (reasoning_content, reasoning_text, thinking) where the array has reasoning.',
  *check({ units }) {
    for (const { role, raw, message } of units) {
      if (role !== 'assistant') continue
      const field = OTHER_FIELDS.find((name) => typeof raw[name] === 'string')
      if (!field) continue
      const edits: LintEdit[] = [{ op: 'unset', message, path: [field] }]
      if (!textOf(raw.reasoning)) edits.push({ op: 'set', message, path: ['reasoning'], value: raw[field] })
      if (!isRecord(raw.reasoningSource)) {
        edits.push({ op: 'set', message, path: ['reasoningSource'], value: { field } })
      }
      yield {
        severity: 'info',
        where: { message },
        path: [field],
        message: `The thinking is in ${field}; here it is in reasoning, and reasoningSource says where it came from.`,
        effect:
          'It is neither shown nor sent back. Endpoints that do not know the field answer 400 or 422 when it is sent.',
        fix: { title: 'Move it to reasoning', edits },
      }
    }
  },
}

/** pi-ai's blocks, Anthropic's, and the parts of Magistral (docs/wire 2.2). */
export const thinkingInContent: LintRule = {
  name: 'thinking-in-content',
  about: 'Thinking as a block in the content of an answer.',
  *check({ units, policy, options }) {
    // In a request this is the form that the endpoint takes thinking in.
    if (options.request && policy.reasoning?.field === 'contentParts') return
    for (const { message, role, raw } of units) {
      if (role !== 'assistant' || !Array.isArray(raw.content)) continue
      const content: readonly unknown[] = raw.content
      const blocks = content.filter(isThinking)
      if (blocks.length === 0) continue
      const part = content.findIndex(isThinking)
      const texts = [raw.reasoning, ...blocks.map(thoughtOf)].filter((text) => textOf(text))
      yield {
        severity: 'warning',
        where: { message, part },
        path: ['content', part],
        message: 'Thinking is in the content; here it is in reasoning.',
        effect: 'Only Mistral takes it back there. Elsewhere it is refused, or read as part of the answer.',
        // A signature belongs to its block and would be lost.
        ...(blocks.every((block) => !block.signature) && {
          fix: {
            title: 'Move it to reasoning',
            edits: [
              { op: 'set', message, path: ['content'], value: content.filter((one) => !isThinking(one)) },
              { op: 'set', message, path: ['reasoning'], value: texts.join('\n\n') },
            ],
          },
        }),
      }
    }
  },
}

function isThinking(part: unknown): part is Record<string, unknown> {
  return isRecord(part) && (part.type === 'thinking' || part.type === 'reasoning')
}

function thoughtOf({ thinking, text, reasoning = text }: Record<string, unknown>): string {
  const said = thinking ?? reasoning
  if (!Array.isArray(said)) return textOf(said) ?? ''
  return contentToText(said.filter((part): part is ContentPart => isRecord(part) && part.type === 'text'))
}

/** docs/wire 5: DeepSeek V3.2 and V4 on every turn once tools are used, Moonshot on turns with calls. */
export const reasoningMissing: LintRule = {
  name: 'reasoning-missing',
  about: 'An answer without thinking where the endpoint answers 400 (DeepSeek V4, Moonshot).',
  *check({ turns, policy, provider, options }) {
    const { turns: sent, emptyKey = familyOf(provider?.id) } = policy.reasoning ?? {}
    const needed = emptyKey || familyOf(provider?.id)
    const hasTools = Boolean(options.tools?.length) || turns.some(({ unit }) => unit.calls.length > 0)
    if (!provider || !needed || sent === 'never' || !hasTools) return
    for (const { unit } of turns) {
      const { raw, message, calls } = unit
      const isThere = REASONING_FIELDS.some((field) => typeof raw[field] === 'string')
      if (isThere || (needed === 'toolTurns' && calls.length === 0)) continue
      yield {
        severity: 'error',
        where: { message },
        path: ['reasoning'],
        message: `The answer has no thinking, and ${provider.name} wants it back${needed === 'toolTurns' ? ' beside calls' : ' once tools are used'}.`,
        effect: `${provider.name} answers 400 while it thinks: ${
          needed === 'toolTurns'
            ? 'reasoning_content is missing in assistant tool call message'
            : 'the reasoning_content in the thinking mode must be passed back'
        }. An empty text will do.${emptyKey ? ' Antiphon writes one on the way out.' : ''}`,
        fix: {
          title: 'Add thinking of an empty text',
          edits: [{ op: 'set', message, path: ['reasoning'], value: '' }],
        },
      }
    }
  },
}

/** The needs of a profile's family, even when overrides switch them off. */
function familyOf(id: string | undefined): boolean | 'toolTurns' {
  return profileCalled(id)?.settings.messages?.reasoning?.emptyKey ?? false
}
