import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../fixtures/transcripts')

export interface Fixture {
  name: string
  /** The file as it is; every format takes its text. */
  text: string
  /** The value of a JSON file; the text of any other. */
  document: unknown
}

/** The transcripts of a format. */
export function readFixtures(format: string): Fixture[] {
  return readdirSync(join(folder, format)).map((name) => {
    const text = readFileSync(join(folder, format, name), 'utf8')
    return { name, text, document: name.endsWith('.json') ? JSON.parse(text) : text }
  })
}
