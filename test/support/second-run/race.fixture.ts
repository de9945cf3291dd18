import { expect, test } from 'vitest'

let runs = 0
test('passes the second time', () => expect(++runs, 'too early').toBe(2))
