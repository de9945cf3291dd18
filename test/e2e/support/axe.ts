import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The same elements with the same names and places in other colours break or keep only these. */
const colourRules = ['color-contrast', 'link-in-text-block']

export interface AxeOptions extends RunOptions {
  /** A selector of the part to look at. Default: the whole page. */
  within?: string
  /** Only the rules that colours decide, when the page was looked at in another theme already. */
  coloursOnly?: boolean
}

/**
 * Returns the findings of axe in a page, one line for each element: by all its rules, or by those named. A page whose policy
 * allows no script has to be opened with `bypassCSP`.
 */
export async function axeFindings(
  page: Page,
  { within, coloursOnly, ...options }: AxeOptions = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.addScriptTag({ content: source })
  const runOnly = coloursOnly ? { type: 'rule' as const, values: colourRules } : undefined
  const { violations } = await page.evaluate(
    ([selector, chosen]) =>
      (
        globalThis as unknown as { axe: { run(context: string, options: object): Promise<AxeResults> } }
      ).axe.run(selector, chosen),
    // Passes are counted but not described, which saves half of the time on a large page.
    [within ?? 'html', { resultTypes: ['violations'], ...(runOnly && { runOnly }), ...options }] as const,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html, failureSummary }) =>
      [`${id} at ${target.join(' ')}`, failureSummary ?? help, html.slice(0, 160)].join(': '),
    ),
  )
}
