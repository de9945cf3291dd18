/** Any value that JSON can hold. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

/** Keys and positions from the outside in: `['rows', 2, 'name']`. The empty path is the value itself. */
export type FieldPath = readonly (string | number)[]

/**
 * How far a field has come. `absent`: its key has not been read. `arriving`: the key is there and the value is on its
 * way, a container until its bracket closes, a number until something follows it. `complete`: read whole; only a second
 * field of the same name can change it. `cut-off`: it was arriving when the text ended or stopped being JSON.
 */
export type FieldStatus = 'absent' | 'arriving' | 'complete' | 'cut-off'

/** `T` as far as it may have arrived: any field may be missing. */
export type PartialValue<T> = T extends readonly (infer Item)[]
  ? PartialValue<Item>[]
  : T extends object
    ? { [Key in keyof T]?: PartialValue<T[Key]> }
    : T

/** Why a text is not JSON, or why reading stopped. */
export interface PartialJsonError {
  /** `syntax`: no JSON from here. `cut_off`: it ended too early. `depth`, `size`: over the limit of the options. */
  code: 'syntax' | 'cut_off' | 'depth' | 'size'
  /** The place, with what was expected and what was found there. */
  message: string
  /** UTF-16 units before the place, as `JSON.parse` counts. */
  offset: number
}

/** A snapshot of a JSON text that is being read. It never changes. */
export interface PartialJson<T = JsonValue> {
  /**
   * The value so far; undefined while there is none. Strings are there as far as they go, numbers too, literals only when
   * whole. Containers that did not grow are the same objects (`===`) as in the moment before; nothing in it is ever
   * changed in place. A key named `__proto__` is a field of its own, as with `JSON.parse`.
   */
  readonly value: PartialValue<T> | undefined
  /**
   * The value has been closed and no error has followed it. Text that comes later may still be wrong: run nothing on the value
   * before `end()` (docs/wire 2.5). A number on its own is complete with `end()` only.
   */
  readonly complete: boolean
  /** Set once. Everything that was read before stays in `value`. */
  readonly error: PartialJsonError | undefined
  /** How far a field has come. Default: the value as a whole. */
  status(path?: FieldPath): FieldStatus
}

/** Reads a JSON text in pieces. The getters are those of the latest moment. */
export interface PartialJsonReader<T = JsonValue> extends PartialJson<T> {
  /**
   * Reads on. Never throws for what is in the text; after an error the rest is not looked at.
   *
   * @throws Error after `end()`.
   */
  push(fragment: string): void
  /** Says that this was all. A value that is not whole becomes the error `cut_off`. */
  end(): void
  /**
   * A snapshot of this moment; the same object until the next piece. Its cost is the number of entries in the open
   * containers.
   */
  snapshot(): PartialJson<T>
}

export interface PartialJsonOptions {
  /** Deepest nesting of containers. Default 500. `JSON.parse` has none. */
  maxDepth?: number
  /** Longest text, in UTF-16 units. Default 16,000,000. */
  maxLength?: number
}
