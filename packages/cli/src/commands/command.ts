import type { Io } from '../io.js'

export interface Command {
  name: string
  /** One line for `antiphon --help`. */
  summary: string
  /** The text of `antiphon NAME --help`. */
  help: string
  /** Gives the exit code. Throws CommandError for what the user can mend. */
  run(args: readonly string[], io: Io): Promise<number>
}
