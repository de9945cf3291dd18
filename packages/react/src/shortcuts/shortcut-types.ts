/** A thing that one can do, by keys, from a palette or from a list of shortcuts. */
export interface Command {
  /** Names it for `KeyBindings`. */
  id: string
  /** For people. */
  label: string
  /** Heading that it stands under in a list. */
  group?: string
  /**
   * Its keys: modifiers (`Mod`, `Ctrl`, `Meta`, `Alt`, `Shift`) and one key, joined by `+`, such as `Mod+Shift+O`, `/` or `J`.
   * `Mod` is Command on Apple devices and Control elsewhere. Absent: none.
   */
  keys?: string
  /** More words by which a palette finds it. */
  keywords?: string
  /** False while there is nothing to do it with; then it is not offered. Default: always. */
  isAvailable?: () => boolean
  run(): void
}

/** Keys that a user chose, by id of the command; null for none. What is not in it has the keys of the command. */
export type KeyBindings = Readonly<Record<string, string | null>>

/** The keys of one command, with the user's choice. */
export function keysOf(command: Command, bindings: KeyBindings = {}): string | undefined {
  const chosen = Object.hasOwn(bindings, command.id) ? bindings[command.id] : command.keys
  return chosen ?? undefined
}
