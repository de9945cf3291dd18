import type { Cut } from './cut-bytes.js'

/** A recorded response: the text of one file. */
export interface Recording {
  /** The file name. Its ending says what the bytes are: `.sse`, `.jsonl` or `.json`. */
  name: string
  bytes: Uint8Array
}

/** The pace of recorded answers, and where their bodies are cut. */
export interface PlayOptions {
  /** Default: the speed of the endpoint. At 1 about 8 bytes a millisecond, which is 30 chunks of OpenAI a second. */
  speed?: number
  /** Milliseconds between network chunks at speed 1, instead of by their size. */
  delay?: number
  /** Cut the network chunks every so many bytes. */
  cutEvery?: number
  /** Where to cut the network chunks: offsets into the bytes. Default: after each event. */
  cut?: Cut
}
