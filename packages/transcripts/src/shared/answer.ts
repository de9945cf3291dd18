import type { AssistantMessage, ContentPart, ToolCall } from '@antiphon/core'
import { type ReasoningDetail, joinStretches, type Stretch } from '@antiphon/core/channels'
import { compact, type JsonObject } from '@antiphon/base'
import { argumentsText } from './content.js'
import type { ReportLoss } from '../types.js'

/** An answer that is put together from pieces, in the order in which they came. */
export interface AnswerDraft {
  text(text: string): void
  refusal(text: string): void
  /** A thought; `detail` where there is more to it than its text: a signature, an id, encryption. */
  reasoning(text: string, detail?: ReasoningDetail): void
  /** Blocks of thinking without a text of their own in the answer. */
  hidden(details: readonly ReasoningDetail[]): void
  /** `input` is the argument text, or the value of the arguments. */
  call(call: { id?: string | undefined; name: string; input: unknown; more?: JsonObject }): void
  /** A call that was put together already. */
  made(call: ToolCall): void
  image(part: ContentPart): void
  readonly isBlank: boolean
  readonly calls: readonly ToolCall[]
  message(more?: Partial<AssistantMessage>): AssistantMessage
}

/** An answer without pieces, to be filled in their order. */
export function draftAnswer(): AnswerDraft {
  const stretches: Stretch[] = []
  const details: ReasoningDetail[] = []
  const calls: ToolCall[] = []
  const images: ContentPart[] = []
  const made = (call: ToolCall): void => {
    stretches.push({ type: 'tool_call', index: calls.length })
    calls.push(call)
  }
  return {
    text: (text) => void stretches.push({ type: 'text', text }),
    refusal: (text) => void stretches.push({ type: 'refusal', text }),
    reasoning(text, detail) {
      if (text !== '' || !detail) stretches.push({ type: 'reasoning', text })
      if (detail) details.push(detail)
    },
    hidden: (more) => void details.push(...more),
    call: ({ id = '', name, input, more }) =>
      made({ ...more, id, type: 'function', function: { name, arguments: argumentsText(input) } }),
    made,
    image: (part) => void images.push(part),
    get isBlank() {
      return stretches.length + details.length + images.length === 0
    },
    calls,
    message(more) {
      return compact<AssistantMessage>({
        role: 'assistant',
        ...joinStretches(stretches),
        tool_calls: calls.length > 0 ? calls : undefined,
        reasoning_details: details.length > 0 ? details : undefined,
        images: images.length > 0 ? images : undefined,
        ...more,
      })
    },
  }
}

/** Entries that an answer has no place for, by position. Each is kept, and reported as not shown. */
export function createAside(where: string, report: ReportLoss) {
  let kept: Record<string, unknown> | undefined
  return {
    put(at: number, entry: unknown): void {
      kept ??= {}
      kept[String(at)] = entry
      report('not_shown', `${where}[${at}]`, entry, undefined)
    },
    /** Undefined while there are none. */
    get kept() {
      return kept
    },
  }
}
