/** True for only spaces and tabs, which the parser treats as an empty line. */
export const isBlank = (line: string): boolean => /^[ \t]*$/.test(line)

/** The last complete line of a text that ends in a line feed. */
export const lastLine = (text: string): string => text.slice(text.lastIndexOf('\n', text.length - 2) + 1, -1)

/** Whether that line is blank. */
export const endsBlank = (text: string): boolean => isBlank(lastLine(text))

/** Offset of each line's start. A line feed at the end begins one more. */
export function lineOffsets(text: string): number[] {
  const offsets = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) offsets.push(at + 1)
  return offsets
}
