// oxlint-disable-next-line no-control-regex -- the escape character is what it looks for
const colors = /(?:\u001b\[|\u009b)[\d;:]{0,64}m/g

/**
 * Takes colour and style codes (`ESC [ … m`) out of terminal output. They carry no text, and everything they could hide
 * becomes visible. All other escape sequences stay and are shown by name (see `revealText`).
 */
export function stripColors(text: string): string {
  return text.replace(colors, '')
}
