import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTranscript } from '@antiphon/transcripts'
import { sessionFormats } from '@antiphon/sessions'
import { outlineOf } from './session-outline.js'

const folder = join(import.meta.dirname, '../../fixtures/sessions')
const outlines = join(import.meta.dirname, 'session-outlines.md')

/** Every fixture in words. The file is to be read by a person: UPDATE_DOCS=1 writes it, and the change is looked at. */
test('each session fixture says what session-outlines.md says', () => {
  const sections = sessionFormats.flatMap(({ name }) =>
    readdirSync(join(folder, name)).map((file) => {
      const text = readFileSync(join(folder, name, file), 'utf8')
      const { others = [], ...first } = readTranscript(text, { formats: sessionFormats })
      const lines = [first, ...others].map((one) => outlineOf(one).join('\n')).join('\n---\n')
      return `## ${name}/${file}\n\n\`\`\`\n${lines}\n\`\`\`\n`
    }),
  )
  const fresh = `# What the session fixtures say\n\n${sections.join('\n')}`
  if (process.env['UPDATE_DOCS']) writeFileSync(outlines, fresh)
  else expect(fresh).toBe(readFileSync(outlines, 'utf8'))
})
