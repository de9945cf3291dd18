export type Token =
  | { type: 'number'; value: number; at: number }
  | { type: 'name'; text: string; at: number }
  | { type: 'mark'; text: string; at: number }

/** How other writings of an operator are meant. */
const spellings: Record<string, string> = { '×': '*', '·': '*', '÷': '/', '−': '-', '**': '^' }

const pattern =
  /\s+|(?<number>\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|(?<name>[a-z]\w*)|(?<mark>\*\*|[-+*/%^(),×·÷−])/giy

/** Cuts an expression into numbers, names and marks. Throws on anything else, with its place. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  pattern.lastIndex = 0
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex
    const groups = pattern.exec(text)?.groups
    if (!groups) {
      throw new Error(
        `Invalid expression: "${String.fromCodePoint(text.codePointAt(at)!)}" at position ${at + 1} is not part of arithmetic.`,
      )
    }
    const { number, name, mark } = groups
    if (number !== undefined) tokens.push({ type: 'number', value: Number(number), at })
    else if (name !== undefined) tokens.push({ type: 'name', text: name.toLowerCase(), at })
    else if (mark !== undefined) tokens.push({ type: 'mark', text: spellings[mark] ?? mark, at })
  }
  return tokens
}
