/** How files begin that hold no text, decoded as one, and what to do with them. */
const KINDS: readonly [begins: string, message: string][] = [
  [
    'SQLite format 3',
    'This is an SQLite database, which is not read. Export the session from the program that wrote it: `opencode export`, `goose session export`, in Cursor "Export chat".',
  ],
  ['PAR1', 'This is a Parquet file, which is not read. Save it as JSON lines first.'],
  ['ARROW1', 'This is an Arrow file, which is not read. Save it as JSON lines first.'],
  ['%PDF-', 'This is a PDF, which is not read. Open the file that it was made from.'],
  ['\uFFFDPNG', 'This is a picture, and no transcript.'],
  ['GIF8', 'This is a picture, and no transcript.'],
  ['\uFFFD\uFFFD\uFFFD\uFFFD\0\u0010JFIF', 'This is a picture, and no transcript.'],
  ['\u001F\uFFFD', 'This is a gzip archive, which is not read. Unpack it first.'],
  ['(\uFFFD/\uFFFD', 'This is a Zstandard archive, which is not read. Unpack it first.'],
]

/** Describes a file that cannot be a text, in one line; undefined for a text. */
export const knownBinary = (beginning: string): string | undefined =>
  KINDS.find(([begins]) => beginning.startsWith(begins))?.[1]
