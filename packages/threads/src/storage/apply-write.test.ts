import { describe, expect, it } from 'vitest'
import { applyChange, applyWrite } from './apply-write.js'
import type { ThreadWrite } from './types.js'

/** As a tab or a server that has been updated stores it, while another one still runs the version before. */
const stored = { v: 1, id: 't', title: 'Tides', createdAt: 1, updatedAt: 1, chosen: [], colour: 'blue' }

describe('a field that this version does not know', () => {
  it('stays when a thread is changed', () => {
    expect(applyChange(stored, { title: 'Ferries', folder: 'Trips' })).toMatchObject({
      title: 'Ferries',
      folder: 'Trips',
      colour: 'blue',
    })
  })

  it('stays when messages are written', () => {
    const write: ThreadWrite = { threadId: 't', known: true, nodes: [], at: 2, durability: 'relaxed' }
    expect(applyWrite(stored, write)).toMatchObject({ record: { colour: 'blue' } })
  })
})
