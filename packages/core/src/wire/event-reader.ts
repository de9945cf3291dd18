/**
 * Reads the events of a wire other than chat completions as chunks of it, so that one accumulator makes all messages. One
 * reader for each response.
 */
export interface EventReader {
  /**
   * The chunks of one event, in order. Never throws.
   *
   * @param value the JSON of the event.
   * @param event its name in an event stream; `message` where it has none.
   */
  read(value: unknown, event: string): readonly CompletionChunk[]
  /** The body is over: the chunks of what was held back. Called once, also where the answer was cut or stopped. Default: none. */
  end?(): readonly CompletionChunk[]
  /** The event that ends the answer was read: nothing that follows counts. */
  readonly done: boolean
}

/**
 * A chunk of an answer as an object: the JSON of a `data:` line, such as `{ choices: [{ delta: { content } }] }`. It may be
 * a whole completion (`message` in place of `delta`). `{ error }` ends the answer as a failure. All fields of the wire are
 * read, not only those named here.
 */
export type CompletionChunk =
  | { choices?: unknown; usage?: unknown; error?: unknown; model?: unknown; id?: unknown }
  | Readonly<Record<string, unknown>>
