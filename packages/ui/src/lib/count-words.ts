/** Words in plain text, also where words are not set apart by spaces. */
export function countWords(text: string, locale = 'en'): number {
  if (!/[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]/.test(text))
    return text.trim() === '' ? 0 : text.trim().split(/\s+/).length
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' })
  let count = 0
  for (const segment of segmenter.segment(text)) if (segment.isWordLike) count++
  return count
}
