/** A recorded answer of the fixtures, as bytes came over the wire. */
export interface RecordedStream {
  /** As the gallery's address has it: its file's name without the dots. */
  id: string
  name: string
  text: string
}

const files = import.meta.glob<string>('../../../../test/fixtures/streams/*.{sse,jsonl,json,html}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Every stream of test/fixtures/streams. */
export const recordedStreams: RecordedStream[] = Object.entries(files).map(([path, text]) => {
  const name = path.split('/').at(-1)!
  return { id: name.replace(/\.sse$/, '').replaceAll('.', '-'), name, text }
})
