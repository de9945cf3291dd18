import { readTranscript } from '@antiphon/transcripts'
import { exportHtml } from '@antiphon/ui/export'
import { Transcript } from '@antiphon/ui'
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, inject, test } from 'vitest'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import { seedExamples, wordsOf, type SeedExample } from '../contract/formats/seed-examples.js'

declare module 'vitest' {
  interface ProvidedContext {
    seedTexts: string[]
  }
}

const texts = inject('seedTexts')
const examples = texts.length > 0 ? seedExamples(texts) : []
if (texts.length === 0) console.log('skipped: no seeds in ANTIPHON_SHARED or ../shared')

afterEach(cleanup)

const AUTHORS: Record<string, string> = {
  system: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'assistant',
}
/** Without blanks and marks of markdown, the numbers of lists among them: what is compared is the words. */
const bare = (text: string): string => text.replaceAll(/^\d+\.\s+|[\s*`#>.…-]/gm, '')

/** Reads each turn with its folds open: the authors in order, the states of the calls, and all text. */
function seen(root: ParentNode): { authors: string[]; calls: string[]; text: string } {
  for (const fold of root.querySelectorAll<HTMLElement>('[aria-expanded="false"]')) fold.click()
  for (const fold of root.querySelectorAll('details')) fold.open = true
  return {
    authors: [...root.querySelectorAll('article')].map((turn) => turn.dataset.role ?? ''),
    calls: [...root.querySelectorAll<HTMLElement>('[data-slot="tool-call"]')].map(
      (call) => call.dataset.state ?? '',
    ),
    text: bare(root.textContent ?? ''),
  }
}

/** An answer and its results are one turn. */
function turnsOf({ roles }: SeedExample): string[] {
  return roles
    .map((role) => AUTHORS[role]!)
    .filter((author, i, all) => author !== 'assistant' || all[i - 1] !== 'assistant')
}

describe.skipIf(texts.length === 0)('the examples of the source systems, message by message', () => {
  test.each(examples.map((example) => [`${example.format}: ${example.title}`, example] as const))(
    '%s',
    async (_, example) => {
      const { messages } = readTranscript(example.document, { from: example.format })
      const { container } = render(<Transcript messages={messages} drawAll showSystem />)
      await expect.poll(() => seen(container).authors).toEqual(turnsOf(example))
      const { calls, text } = seen(container)
      expect(calls).toEqual(
        example.calls.length > 0 ? example.calls : example.roles[0] === 'tool' ? ['orphan'] : [],
      )
      for (const words of wordsOf(example.document)) expect(text).toContain(bare(words))

      // The exported page says the same.
      const page = new DOMParser().parseFromString(await exportHtml(messages), 'text/html')
      for (const words of wordsOf(example.document))
        expect(bare(page.body.textContent)).toContain(bare(words))
    },
  )
})
