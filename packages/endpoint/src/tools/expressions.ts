const percent = /(\d[\d,]*(?:\.\d+)?)\s?(?:%|per ?cent)\s+of\s+(\d[\d,]*(?:\.\d+)?)/gi
const arithmetic = /[(\d][\d\s.,()]*(?:[-+*/×÷^−][\d\s.,()]+)+/g

const plain = (text: string) => text.replaceAll(',', '').trim()

/** Sums that a text asks for, as expressions: "17% of 2,340" gives `2340 * 17 / 100`, "12 × 52" gives `12 * 52`. */
export function expressionsIn(text: string): string[] {
  const shares = [...text.matchAll(percent)].map(
    ([, share = '', whole = '']) => `${plain(whole)} * ${plain(share)} / 100`,
  )
  const rest = text.replace(percent, ' ')
  const sums = (rest.match(arithmetic) ?? [])
    .map((sum) =>
      plain(sum)
        .replaceAll('×', '*')
        .replaceAll('÷', '/')
        .replaceAll('−', '-')
        .replace(/[.\s]+$/, ''),
    )
    // A date or a range of numbers is not a sum.
    .filter(
      (sum) =>
        /\d\s*[-+*/^]\s*\(?\d/.test(sum) && !/^\d{4}-\d{2}(-\d{2})?$/.test(sum) && !/^\d+-\d+$/.test(sum),
    )
  return [...shares, ...sums]
}
