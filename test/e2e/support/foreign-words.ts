import type { Page } from 'playwright-core'

/** The texts of a table; of those with figures the parts around them. */
function textsOf(table: object): string[] {
  return Object.values(table).flatMap((value: unknown): string[] => {
    if (typeof value === 'string') return [value]
    if (typeof value === 'function') {
      const text = String((value as (...args: string[]) => unknown)('\u0001', '\u0001', '\u0001'))
      return text.split('\u0001').map((part) => part.trim())
    }
    return typeof value === 'object' && value !== null ? textsOf(value) : []
  })
}

/** Words that no German sentence has: they find what stands in no table. */
const englishWord =
  /\b(?:the|this|that|your|you|and|of|with|are|is|not|for|from|what|when|which|has|have|close|save|show|hide|choose|add|remove|delete|copy|search|send|settings|conversation|message|answer)\b/i

/** Everything that is read or said on the page, but what a model, a person or a server has written. */
const wordsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const outside =
      '[data-slot="prose"], [data-slot="bubble"], [data-slot="tool-call"], [data-slot="thread-item"], pre, code, kbd, script, style, [data-slot="row"]'
    const found: string[] = []
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement
      if (!element || element.closest(outside)) continue
      // A closed fold is hidden by its style until its script has run.
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      if (node instanceof Text) found.push(node.data.trim())
      else
        for (const name of ['aria-label', 'title', 'placeholder', 'aria-description'])
          found.push(element.getAttribute(name)?.trim() ?? '')
    }
    return [...new Set(found.filter((text) => /[a-z]{2}/i.test(text)))]
  })

/** Finds what of a page is English: texts of the English tables, and sentences that stand in no table. */
export function createForeignWords(
  english: readonly object[],
  german: readonly object[],
): (page: Page, allowed?: RegExp) => Promise<string[]> {
  const own = new Set(german.flatMap(textsOf))
  const foreign = new Set(english.flatMap(textsOf).filter((text) => text.length > 2 && !own.has(text)))
  return async (page, allowed = /^$/) =>
    (await wordsOn(page)).filter(
      (text) => !own.has(text) && (foreign.has(text) || englishWord.test(text)) && !allowed.test(text),
    )
}
