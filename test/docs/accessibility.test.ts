import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { renderAccess } from '../coverage/access-coverage.js'
import { accessRows } from '../coverage/access-rows.js'
import { coverRows } from '../coverage/wire-coverage.js'
import { sharedRoot } from '../replay/shared-data.js'

const { rows, faults } = coverRows(accessRows)
const checklist = join(sharedRoot, 'trust-checklist.md')

describe('docs/accessibility.md', () => {
  test('every test that a row names is there', () => expect(faults).toEqual([]))

  test('the page is as the tests are', async () => {
    await expect(renderAccess(rows)).toMatchFileSnapshot('../../docs/accessibility.md')
  })

  test.skipIf(!existsSync(checklist))(
    'has each statement of part C of the trust checklist, in its order',
    () => {
      const wanted = [...readFileSync(checklist, 'utf8').matchAll(/^- (X\d+) /gm)].map(([, id]) => id)
      expect(rows.map(({ row }) => row.split(' ')[0])).toEqual(wanted)
    },
  )
})
