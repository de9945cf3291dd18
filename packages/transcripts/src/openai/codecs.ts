import { type AssistantMessage, type FinishReason } from '@antiphon/core'
import { normalizeFinishReason } from '@antiphon/core/message'
import { compact, joinPath, recordOf } from '@antiphon/base'
import type { UnitCodec } from '../shared/unit-codec.js'
import { readOpenAiMessage } from './read-message.js'
import { writeOpenAiMessage } from './write-message.js'

const PREFIX = 'openai.'

/** `where` is the way to the message: in the document when reading, in our messages when writing. */
export function messageCodec(where: string, local: boolean): UnitCodec {
  return {
    prefix: PREFIX,
    read: (unit, report) => [readOpenAiMessage(unit, where, PREFIX, report)],
    write: ([message], report) => writeOpenAiMessage(message, local, PREFIX, where, report),
  }
}

/** A choice of a response: the message with how it ended. */
export function choiceCodec(index: number): UnitCodec {
  const where = `choices[${index}]`
  return {
    prefix: `${PREFIX}choice.`,
    read(unit, report) {
      const raw = recordOf(unit.message)
      const at = joinPath(where, 'message')
      const message = readOpenAiMessage({ ...raw, role: 'assistant' }, at, PREFIX, report) as AssistantMessage
      const word = unit.finish_reason
      const hasCalls = message.tool_calls !== undefined
      return [
        compact({
          ...message,
          finishReason: word === undefined ? undefined : normalizeFinishReason(textOf(word), hasCalls),
          finishReasonRaw: textOf(word),
          logprobs: unit.logprobs ?? undefined,
        }),
      ]
    },
    write([message], report) {
      const { finishReason, finishReasonRaw, logprobs } = message as AssistantMessage
      return compact({
        index,
        message: writeOpenAiMessage(message, false, PREFIX, where, report),
        finish_reason: finishReason && (finishReasonRaw ?? finishWord(finishReason)),
        logprobs,
      })
    },
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The word of the wire for our own. An answer that broke off has none. */
function finishWord(reason: FinishReason): string | null {
  return reason === 'incomplete' ? null : reason
}
