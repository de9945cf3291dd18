/**
 * How the transcript scrolls. `anchor`: the newest question stands at the top and nothing scrolls while the answer fills
 * in below. `follow`: the end stays in view. `free`: the reader owns the position.
 */
export type FollowMode = 'anchor' | 'follow' | 'free'

/** What a reader did. A change of size is not among them: growth never changes the mode. */
export type FollowIntent =
  | { type: 'sent' }
  | { type: 'jumped' }
  | { type: 'scrolled'; direction: 'up' | 'down'; atEnd: boolean }
  | { type: 'looked-back' }

/** The whole state machine (design 3). */
export function nextFollowMode(mode: FollowMode, intent: FollowIntent): FollowMode {
  switch (intent.type) {
    case 'sent':
      return 'anchor'
    case 'jumped':
      return 'follow'
    case 'scrolled':
      if (intent.direction === 'up') return 'free'
      return intent.atEnd ? 'follow' : mode === 'follow' ? 'follow' : 'free'
    case 'looked-back':
      return 'free'
    default:
      return intent satisfies never
  }
}
