import {
  createPartialJsonReader,
  type FieldPath,
  type JsonValue,
  type PartialJson,
} from '@antiphon/core/partial-json'

/** The arguments of a call at one moment. Its `value` shares everything that did not grow since the one before. */
export interface StreamedArguments<T = JsonValue> extends PartialJson<T> {
  /** The text they are read from. */
  text: string
  /** The field will not change any more. */
  isFieldComplete(path: FieldPath): boolean
}

/** Follows a text. Its state depends only on the given texts, so a render that React discards does no harm. */
export function createArgumentsReader<T>(): (
  text: string | undefined,
  isWriting: boolean,
) => StreamedArguments<T> {
  let reader = createPartialJsonReader<T>()
  let last: StreamedArguments<T> | undefined
  let lastText: string | undefined
  let hasEnded = false

  return (text, isWriting) => {
    if (last && text === lastText && hasEnded === !isWriting) return last
    const before = lastText ?? ''
    // A repaired text, or one that the server sends whole each time, is a new text.
    if (hasEnded || text === undefined || !growsFrom(text, before, !isWriting)) {
      reader = createPartialJsonReader<T>()
      reader.push(text ?? '')
    } else reader.push(text.slice(before.length))
    if (!isWriting) {
      // As in a tool run, no text means no arguments.
      if (text?.trim() === '') reader.push('{}')
      reader.end()
    }
    lastText = text
    hasEnded = !isWriting
    return (last = text === undefined ? missing() : present(reader.snapshot(), text))
  }
}

/**
 * While a text grows, only its last part is compared; comparing all of it each time would not be linear. At the end the
 * whole text is compared once.
 */
function growsFrom(text: string, before: string, isWhole: boolean): boolean {
  const from = isWhole ? 0 : Math.max(0, before.length - 64)
  return text.slice(from, before.length) === before.slice(from)
}

function present<T>(moment: PartialJson<T>, text: string): StreamedArguments<T> {
  return { ...moment, text, isFieldComplete: (path) => moment.status(path) === 'complete' }
}

function missing<T>(): StreamedArguments<T> {
  return {
    value: undefined,
    complete: false,
    error: undefined,
    text: '',
    status: () => 'absent',
    isFieldComplete: () => false,
  }
}
