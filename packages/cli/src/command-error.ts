/** A failure that is the user's to mend. Its message is one line: what happened and what to do. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Node's error code (`ENOENT`, …), if it has one. */
export function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** Any error on one line. */
export function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.trim().replace(/\s+/g, ' ')
}
