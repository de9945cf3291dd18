import { listProfiles } from '@antiphon/providers'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const file = join(import.meta.dirname, '../../docs/endpoint-families.md')

const browser = { yes: 'yes', setting: 'after a setting', no: 'no', unknown: 'not known' }

it('docs/endpoint-families.md lists every profile as it is (UPDATE_DOCS=1 writes it)', () => {
  const rows = listProfiles().map((profile) => {
    const { id, name, baseUrl = '', browserHint = '', needsKey } = profile
    const cells = [
      name,
      `\`${id}\``,
      baseUrl && `\`${baseUrl}\``,
      needsKey ? 'yes' : 'no',
      browser[profile.browser],
      browserHint,
    ]
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  const page = `# Endpoint families

Made from \`packages/providers/src/list-profiles.ts\`; do not edit. Servers change: each value is a
default that can be overridden (see [Endpoints](endpoints.md)).

| family | id | base URL | key | from a page | how |
|---|---|---|---|---|---|
${rows.join('\n')}
`
  if (process.env['UPDATE_DOCS']) writeFileSync(file, page)
  expect(readFileSync(file, 'utf8')).toBe(page)
})
