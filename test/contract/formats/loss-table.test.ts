import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { formats, lossRules } from '@antiphon/transcripts'
import { sessionFormats } from '@antiphon/sessions'
import { lossTable, ruleList } from './loss-table.js'

const docs = ['formats', 'sessions'].map((name) => resolve(import.meta.dirname, `../../../docs/${name}.md`))
const generated: Record<string, () => string> = {
  formats: () =>
    formats
      .map(
        ({ name, title, shapes }) =>
          `- \`${name}\`: ${title}. Shapes: ${shapes.map((shape) => `\`${shape}\``).join(', ')}.`,
      )
      .join('\n'),
  sessions: () => sessionFormats.map(({ name, title }) => `- \`${name}\`: ${title}.`).join('\n'),
  table: lossTable,
  rules: () => ruleList(lossRules),
}

test.each(docs)('%s says what the formats do (UPDATE_DOCS=1 writes it)', (file) => {
  const text = readFileSync(file, 'utf8')
  const fresh = Object.entries(generated).reduce(
    (page, [name, make]) =>
      page.replace(
        new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- end ${name} -->)`),
        (_, start: string, end: string) => `${start}${make()}\n${end}`,
      ),
    text,
  )
  if (process.env['UPDATE_DOCS']) writeFileSync(file, fresh)
  else expect(text).toBe(fresh)
})
