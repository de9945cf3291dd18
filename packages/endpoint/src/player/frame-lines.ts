/** Frames each line of a `.jsonl` recording as one event and ends the stream with `[DONE]`. The lines stay as recorded. */
export function frameLines(bytes: Uint8Array): Uint8Array {
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\n|\r/)
  const events = lines.filter((line) => line.trim() !== '').map((line) => `data: ${line}\n\n`)
  return new TextEncoder().encode(`${events.join('')}data: [DONE]\n\n`)
}
