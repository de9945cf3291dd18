import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { bindApproval, type ApprovalBinding, sha256 } from './bind-approval.js'

it.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
])('of %j is the one in the standard (FIPS 180-4)', (text, hash) => expect(sha256(text)).toBe(hash))

it('is SHA-256, for every length around a block and for every character', () => {
  const node = (text: string) =>
    createHash('sha256')
      .update(Buffer.from(new TextEncoder().encode(text)))
      .digest('hex')
  for (let length = 0; length < 200; length++)
    expect(sha256('a'.repeat(length))).toBe(node('a'.repeat(length)))
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(sha256(text)).toBe(node(text))
    }),
  )
  expect(sha256('x'.repeat(1_000_000))).toBe(node('x'.repeat(1_000_000)))
})

it('S33 an approval of anything else has another hash', () => {
  const binding: ApprovalBinding = {
    threadId: 't',
    messageId: 'm',
    callIndex: 0,
    callId: 'c',
    toolName: 'pay',
    argumentsText: '{"to":"ann"}',
  }
  const others: Partial<ApprovalBinding>[] = [
    { threadId: 'u' },
    { messageId: 'n' },
    { callIndex: 1 },
    { callId: 'd' },
    { toolName: 'pay2' },
    { argumentsText: '{"to":"bob"}' },
    { argumentsText: '{"to": "ann"}' },
    // The same characters, cut elsewhere.
    { callId: 'cp', toolName: 'ay' },
  ]
  const hashes = [binding, ...others.map((other) => ({ ...binding, ...other }))].map(bindApproval)
  expect(new Set(hashes).size).toBe(hashes.length)
})
