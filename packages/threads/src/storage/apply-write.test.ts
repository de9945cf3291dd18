import { field } from '@antiphon/base'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChange, applyWrite } from './apply-write.js'
import { StorageError } from './problem.js'
import { checkThread } from './read-threads.js'
import type { ThreadChange, ThreadWrite } from './types.js'

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

describe('a body of a request', () => {
  const node = { v: 1, threadId: 't', id: 'a', parent: null, order: 1, message: { id: 'a' } }
  const write = { threadId: 't', known: false, nodes: [node], title: 'T', at: 2, durability: 'strict' }
  const refusal = (work: () => unknown): unknown => {
    try {
      return work()
    } catch (error) {
      return error instanceof StorageError && error.problem.kind === 'refused' ? error.problem.raw : error
    }
  }

  it.each([
    [undefined, ': Invalid input: expected object, received undefined'],
    [{}, 'threadId: Invalid input: expected string, received undefined'],
    [{ ...write, at: null }, 'at: Invalid input: expected number, received null'],
    [{ ...write, title: 5 }, 'title: Invalid input: expected string, received number'],
    [{ ...write, chosen: 'a' }, 'chosen: Invalid input: expected array, received string'],
    [
      { ...write, nodes: [{ ...node, order: '1' }] },
      'nodes.0.order: Invalid input: expected number, received string',
    ],
    [{ ...write, nodes: [node, null] }, 'nodes.1: Invalid input: expected object, received null'],
    [{ ...write, nodes: [{ ...node, threadId: 'u' }] }, 'nodes: A message belongs to another thread.'],
  ])('is refused with the name of the field: %j', (body, raw) => {
    expect(refusal(() => applyWrite(undefined, body as unknown as ThreadWrite))).toBe(raw)
  })

  it('may hold messages of a newer version, which only their ids have to fit', () => {
    const newer = { v: 2, threadId: 't', id: 'b', colour: 'blue' }
    const body = { ...write, nodes: [node, newer] } as unknown as ThreadWrite
    expect(applyWrite(undefined, body)).toMatchObject({ record: { id: 't' } })
    const other = { ...write, nodes: [{ ...newer, id: 7 }] } as unknown as ThreadWrite
    expect(refusal(() => applyWrite(undefined, other))).toMatch(/^nodes\.0\.id: /)
  })

  it('never makes a record that cannot be read, whatever it holds', () => {
    const anything = fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.jsonValue())
    const fields = (body: object) =>
      fc.record(Object.fromEntries(Object.keys(body).map((key) => [key, anything]))).map((other) => ({
        ...body,
        ...Object.fromEntries(Object.entries(other).filter(([, value]) => value !== undefined)),
      }))
    const change = { title: 'x', pinnedAt: 1, folder: 'F', removedAt: null, unreadAt: 2 }
    const bodies = fc.tuple(fc.oneof(fields(write), fc.jsonValue()), fc.oneof(fields(change), fc.jsonValue()))
    fc.assert(
      fc.property(bodies, ([writes, changes]) => {
        const made = refusal(() => applyWrite(undefined, writes as unknown as ThreadWrite))
        const record = field(made, 'record')
        if (record !== undefined) expect(checkThread(record)).toHaveProperty('ok')
        else expect(field(made, 'answer') ?? made).toEqual(expect.any(String))
        const changed = refusal(() => applyChange(record ?? stored, changes as unknown as ThreadChange))
        if (typeof changed !== 'string') expect(checkThread(changed)).toHaveProperty('ok')
      }),
      { numRuns: 300, seed: 7 },
    )
  })
})
