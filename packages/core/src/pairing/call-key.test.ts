import { expect, test } from 'vitest'
import { callKeyOf, readCallKey } from './call-key.js'

test.each(['a', 'a/b', 'a/7', '', 'ä\n/'])(
  'the key of a call of the message %j is read back',
  (messageId) => {
    expect(readCallKey(callKeyOf(messageId, 12))).toEqual({ messageId, callIndex: 12 })
  },
)

test.each(['', 'a', '7', 'a/', 'a/-1', 'a/1.5', 'a/1e3', 'a/ 1', 'a/0x1'])(
  '%j is not the key of a call',
  (text) => {
    expect(readCallKey(text)).toBeUndefined()
  },
)
