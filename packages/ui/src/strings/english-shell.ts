/** Words of what stands around a chat (`@antiphon/ui/shell`). */
export const englishShell = {
  palette: 'Commands',
  search: 'Type a command',
  nothingFound: 'No command fits.',
  shortcuts: 'Keyboard shortcuts',
  close: 'Close',
  singleKeys: 'Keys without Ctrl, Alt or Command work too',
  changeKeys: (label: string) => `Change the keys for: ${label}`,
  pressKeys: 'Press keys…',
  noKeys: 'none',
  sameKeys: (other: string) => `The same keys as: ${other}`,
  resetKeys: 'Back to the usual keys',
}
