import { bodyTexts, withBodyTexts, type BodyText } from './body-texts.js'
import type { CaptureFile, WireExchange, WireReport } from './types.js'

/** All information in a capture file as plain data, for a review before the file is shared. */
export interface CaptureSubject {
  report?: WireReport
  exchanges: readonly (Omit<WireExchange, 'body' | 'received'> & {
    /** The texts of the answer, joined from its rows. */
    texts: readonly BodyText[]
  })[]
}

/** Returns everything that a file would reveal. `redact` of `@antiphon/devtools/redact` makes the copy that `withSubject` takes. */
export function captureSubject({ exchanges, report }: CaptureFile): CaptureSubject {
  return {
    report,
    exchanges: exchanges.map((exchange) => {
      const { body: _, received: __, ...rest } = exchange
      return { ...rest, texts: bodyTexts(exchange) }
    }),
  }
}

/** The file that tells what `subject` says, which is a copy of its own subject with values replaced. Times and pieces stay. */
export function withSubject(file: CaptureFile, subject: CaptureSubject): CaptureFile {
  const { report } = subject
  let at = report?.at
  const exchanges = file.exchanges.map((own, i) => {
    const { texts, ...rest } = subject.exchanges[i]!
    const { exchange, moveByte } = withBodyTexts(own, texts)
    if (at?.exchange === own.id && at === report?.at) at = { ...at, byte: moveByte(at.byte) }
    return { ...exchange, ...rest }
  })
  return { exchanges, ...(report && { report: at ? { ...report, at } : report }) }
}
