import { isRecord } from '../../errors/is-record.js'
import { safeStringify } from '../../errors/safe-stringify.js'
import type { LintRule, Severity } from '../lint-types.js'
import type { Unit } from '../transcript-types.js'

/** wire-facts 1.3: content on tool turns, array against string, content of results. */
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
    // The types of the wire; what else an array holds is for other rules.
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
    // Null beside calls is the wire's own form; an answer without either is an empty turn.
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
