import { writeCapture, type WireExchange } from '@antiphon/core/devtools'
import { safeFileName, saveFile } from '../lib/save-file.js'

/** Saves exchanges as a capture file, named after the first of them. */
export function saveExchanges(exchanges: readonly WireExchange[]): void {
  const [first] = exchanges
  const day =
    first?.startedAt === undefined ? undefined : new Date(first.startedAt).toISOString().slice(0, 19)
  const model = first?.question?.model ?? first?.reading.errorContext?.model
  const name = ['wire', model, day?.replaceAll(':', '-')].filter(Boolean).join(' ')
  saveFile(
    new Blob([writeCapture(exchanges)]),
    safeFileName(`${name}.json`.replaceAll(/[/\\]/g, '-'), 'wire.json'),
  )
}
