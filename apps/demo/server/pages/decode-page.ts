/** The text of a body in the encoding that its header, or for HTML its first bytes, name; UTF-8 where none is known. */
export function decodePage(bytes: Buffer, contentType: string, isHtml: boolean): string {
  const pattern = /charset\s*=\s*["']?([\w:.-]+)/i
  const inHead = isHtml ? pattern.exec(bytes.subarray(0, 1024).toString('latin1')) : undefined
  const label = (pattern.exec(contentType) ?? inHead)?.[1] ?? 'utf-8'
  return decoderFor(label).decode(bytes)
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}
