import { expect, it } from 'vitest'
import { nextFollowMode, type FollowIntent, type FollowMode } from './use-follow-scroll.js'

const up: FollowIntent = { type: 'scrolled', direction: 'up', atEnd: false }
const down: FollowIntent = { type: 'scrolled', direction: 'down', atEnd: false }
const downToEnd: FollowIntent = { type: 'scrolled', direction: 'down', atEnd: true }

it.each([
  ['free', { type: 'sent' }, 'anchor'],
  ['follow', { type: 'sent' }, 'anchor'],
  ['free', { type: 'jumped' }, 'follow'],
  ['anchor', { type: 'jumped' }, 'follow'],
  ['anchor', up, 'free'],
  ['follow', up, 'free'],
  ['anchor', down, 'free'],
  ['anchor', downToEnd, 'follow'],
  ['free', downToEnd, 'follow'],
  ['follow', down, 'follow'],
  ['follow', { type: 'looked-back' }, 'free'],
] satisfies [FollowMode, FollowIntent, FollowMode][])('%s, after %j, becomes %s', (mode, intent, next) => {
  expect(nextFollowMode(mode, intent)).toBe(next)
})
