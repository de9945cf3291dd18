/** Cases of corpora/faults that a test shows whose title does not carry their name: file and title. */
export const shownElsewhere: Record<string, [file: string, title: string][]> = {
  'deltas-100k': [
    [
      'packages/core/src/wire/accumulate/create-accumulator.test.ts',
      'cost per delta stays flat: 100,000 deltas with a snapshot each 100',
    ],
    ['packages/core/src/chat/create-chat.test.ts', 'publishes once per frame however many deltas arrive'],
    [
      'packages/react/src/render-count.test.tsx',
      'a stream of 1,000 deltas into a thread of 500 messages re-renders no other message',
    ],
  ],
  'loop-forever': [
    [
      'packages/core/src/chat/create-chat.test.ts',
      'stops after maxSteps rounds with a message that says so, and goes on from there on retry',
    ],
  ],
}

/** Cases that no test shows, each with the reason. */
export const notShown: Record<string, string> = {}
