import type { Locator } from 'playwright-core'
import { PATIENCE } from '../../setup-waiting.js'

/** A call as it is shown on screen. */
interface ShownCall {
  name: string
  state: string
  /** The raw arguments; undefined when the page says that there are none. */
  arguments: string | undefined
  /** The results under it. */
  results: string[]
}

/** One response as it is shown on screen, every fold open. */
export interface ShownStep {
  reasoning: string[]
  text: string
  calls: ShownCall[]
}

interface ShownNotice {
  /** How the answer ended, or the class of the error. */
  kind: string | undefined
  title: string
  /** Everything in it. */
  all: string
}

export interface ShownAnswer {
  steps: ShownStep[]
  /** The notices under it: endings and errors, with everything that their folds hold. */
  notices: ShownNotice[]
  /** The figures behind the usage line, by their label. */
  usage: Record<string, string>
}

/** Opens every fold of an answer and every "Raw", and reads it once all of it can be seen. */
export async function readAnswer(turn: Locator): Promise<ShownAnswer> {
  const deadline = Date.now() + PATIENCE
  for (;;) {
    const reading = await turn.evaluate(openOrRead)
    if (typeof reading !== 'string') return reading
    if (Date.now() > deadline) throw new Error(`The answer does not show: ${reading}.`)
    await turn.evaluate(() => new Promise(requestAnimationFrame))
  }
}

/**
 * Runs in the page. Opens what is closed and says what is not in sight yet; when all is, reads it in the same tick, since
 * a block of thoughts closes by itself.
 */
function openOrRead(turn: Element): ShownAnswer | string {
  const all = (of: Element, selector: string): HTMLElement[] => [
    ...of.querySelectorAll<HTMLElement>(selector),
  ]
  const words = (of: Element | null | undefined): string => of?.textContent ?? ''

  const closed = all(
    turn,
    'button[aria-expanded="false"]:not([aria-haspopup]), [data-slot="tool-args"] button[aria-pressed="false"]',
  )
  closed.forEach((button) => button.click())
  if (closed.length > 0) return `${closed.length} folds are still closed`
  const unseen = all(turn, '[data-slot="prose"], [data-slot="fold-inner"], [data-slot="notice"]').filter(
    (part) =>
      words(part).trim() !== '' && !(part.checkVisibility() && part.getBoundingClientRect().height > 0),
  )
  if (unseen.length > 0) return `hidden: ${unseen.map((part) => words(part).slice(0, 60)).join(' | ')}`

  const proseText = (prose: Element): string => {
    const copy = prose.cloneNode(true) as Element
    // Remove text that the page adds: names of languages, buttons, the hosts of links.
    all(
      copy,
      'button, [data-slot="code-bar"], [data-slot="markdown-link-host"], [data-slot="markdown-spoken"]',
    ).forEach((added) => added.remove())
    // A formula that is drawn keeps its source beside the drawing.
    for (const formula of all(copy, '.katex')) {
      const sign = formula.closest('.katex-display') ? '$$' : '$'
      formula.replaceWith(sign + words(formula.querySelector('annotation')) + sign)
    }
    return words(copy)
  }
  const readCall = (call: HTMLElement): ShownCall => ({
    name: words(call.querySelector('[data-slot="name"]')),
    state: call.dataset['state'] ?? '',
    arguments: call.querySelector('[data-slot="tool-args-empty"]')
      ? undefined
      : words(call.querySelector('[data-slot="tool-args"] pre[data-slot="raw"]')),
    results: all(call, '[data-slot="tool-result"], [data-slot="error"]').map(words),
  })
  const notices = all(turn, '[data-slot="notice"]').map((notice) => ({
    kind: notice.dataset['finish'] ?? notice.dataset['class'],
    title: words(notice.querySelector('[data-slot="title"]')),
    all: words(notice),
  }))
  const rows = all(turn, '[data-slot="usage-figures"] > span').map((row) =>
    [...row.children].map((cell) => words(cell)),
  )
  return {
    steps: all(turn, '[data-slot="assistant-message"]').map((step) => ({
      reasoning: all(step, '[data-slot="reasoning-body"]').map(words),
      // An answer that is JSON shows as data; its text is what "Raw" shows.
      text: all(step, '[data-slot="prose"], [data-structured] pre[data-slot="raw"]')
        .map(proseText)
        .join('\n'),
      calls: all(step, '[data-slot="tool-call"]').map(readCall),
    })),
    notices,
    usage: Object.fromEntries(rows) as Record<string, string>,
  }
}
