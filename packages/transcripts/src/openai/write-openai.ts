import type { Message } from '@antiphon/core'
import type { WriteOptions } from '../shared/define-format.js'
import { jsonText } from '../shared/json-text.js'
import { reportRest, writeUnit } from '../shared/unit-codec.js'
import type { Conversation, ReportLoss, TranscriptDocument } from '../types.js'
import { messageCodec } from './codecs.js'
import { writeResponse, chunksToSse, writeChunks } from './responses.js'

export function writeOpenAi(
  messages: readonly Message[],
  options: WriteOptions,
  report: ReportLoss,
): unknown {
  const { document, others = [], shape, style } = options
  switch (shape) {
    case 'response':
      return writeResponse(messages, others, document, report)
    case 'sse':
      return chunksToSse(writeChunks(messages, others))
    case 'chunks': {
      const chunks = writeChunks(messages, others)
      return style.text ? toLines(chunks) : chunks
    }
    case 'conversations': {
      const first: TranscriptDocument = {
        format: 'openai',
        shape: typeof style.first === 'string' ? style.first : 'request',
        fields: document?.fields,
        style,
      }
      const all = [{ messages: [...messages], document: first }, ...others].map((one) =>
        writeOne(one, report),
      )
      return style.text ? toLines(all) : all
    }
    default: {
      if (others.length > 0) report('other_conversations', '', others.length, undefined)
      const one = writeOne(
        { messages: [...messages], document: { format: 'openai', shape, fields: document?.fields, style } },
        report,
      )
      return style.text && Array.isArray(one) ? toLines(one) : one
    }
  }
}

function writeOne({ messages, document }: Conversation, report: ReportLoss): unknown {
  const own = document.format === 'openai' ? document : undefined
  const local = own?.style?.local === true
  const list = messages.map((message, i) =>
    writeUnit(messageCodec(`messages[${i}]`, local), [message], report),
  )
  if (own?.shape === 'message') {
    reportRest(messages, 1, report)
    return list[0]
  }
  return own?.shape === 'messages' ? list : { ...own?.fields, messages: list }
}

function toLines(values: readonly unknown[]): string {
  return values.map((value) => `${jsonText(value)}\n`).join('')
}
