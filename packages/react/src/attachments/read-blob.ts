/** Progress and end of a reading that can be stopped. */
export interface ReadControl {
  signal: AbortSignal
  /** 0 to 1. */
  onProgress?(fraction: number): void
}

/**
 * A blob as a data URL of the given type. `FileReader` is what tells how far it is and does the base64 outside of script.
 *
 * @throws DOMException `NotFoundError` or `NotReadableError` when the file was moved, deleted or changed.
 */
export function readDataUrl(
  blob: Blob,
  mediaType: string,
  { signal, onProgress }: ReadControl,
): Promise<string> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const reader = new FileReader()
    const stop = (): void => reader.abort()
    signal.addEventListener('abort', stop)
    reader.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    })
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error!))
    reader.addEventListener('abort', () => reject(signal.reason as Error))
    reader.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    reader.readAsDataURL(blob.slice(0, blob.size, mediaType))
  })
}

export interface DecodedText {
  text: string
  /** Absent for UTF-8. */
  encoding?: string
}

/** Text in UTF-8, in UTF-16 with its mark, or else in Windows-1252, which old spreadsheets write and which fits any bytes. */
export function decodeText(bytes: Uint8Array, utf16Label: string | undefined): DecodedText {
  if (utf16Label)
    return { text: new TextDecoder(utf16Label).decode(bytes), encoding: utf16Label.toUpperCase() }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}
