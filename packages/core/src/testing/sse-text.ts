/**
 * The body of an event stream from chunk objects: each framed as `data: …`, then `data: [DONE]`. A string is written as
 * it is, for lines that are not JSON.
 */
export function sseText(chunks: readonly unknown[], options: { done?: boolean } = {}): string {
  const frames = chunks.map((chunk) =>
    typeof chunk === 'string' ? chunk : `data: ${JSON.stringify(chunk)}\n\n`,
  )
  return frames.join('') + (options.done === false ? '' : 'data: [DONE]\n\n')
}
