import { isRecord, textOf } from '../../errors/is-record.js'
import { contentToText } from '../../message/content-to-text.js'
import type { ContentPart } from '../../message/types.js'
import type { LintRule } from '../lint-types.js'

/** seed-formats C.4: pi-ai's blocks, Anthropic's, and the parts of Magistral (wire-facts 2.2). */
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
        message: 'Thinking stands in the content; here it is in reasoning.',
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
