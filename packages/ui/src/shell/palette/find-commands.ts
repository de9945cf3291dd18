import type { Command } from '@antiphon/react/shortcuts'

/** What can be done now and has every word that was typed, in its label, group or keywords. Those that begin so come first. */
export function findCommands(commands: readonly Command[], typed: string): readonly Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const fitting = commands.filter(({ label, group = '', keywords = '', isAvailable }) => {
    const text = `${label} ${group} ${keywords}`.toLowerCase()
    return (isAvailable?.() ?? true) && words.every((word) => text.includes(word))
  })
  const first = words[0]
  if (first === undefined) return fitting
  const begins = ({ label }: Command): boolean => label.toLowerCase().startsWith(first)
  return [...fitting.filter(begins), ...fitting.filter((command) => !begins(command))]
}
