/**
 * The workloads, the same shapes as those of the comparison with other kits, so that a figure here can be compared with one
 * there. `rounds`: how often each subject runs; the median counts. `parts`: the answer is measured in so many equal parts.
 */
export const cells = {
  'mount-0': { kind: 'mount', messages: 0, rounds: 3 },
  'mount-1000': { kind: 'mount', messages: 1000, rounds: 3 },
  'mount-5000': { kind: 'mount', messages: 5000, rounds: 3 },
  'mount-20000': { kind: 'mount', messages: 20_000, rounds: 1 },
  'mount-50000': { kind: 'mount', messages: 50_000, rounds: 1, only: 'antiphon' },
  'stream-0': { kind: 'stream', shape: 'mixed', size: 16_000, messages: 0, perFrame: 50, rounds: 5 },
  'stream-1000': { kind: 'stream', shape: 'mixed', size: 16_000, messages: 1000, perFrame: 50, rounds: 3 },
  'tools-20': { kind: 'tools', calls: 20, fragments: 2000, messages: 0, perFrame: 50, rounds: 5 },
  'long-50k': {
    kind: 'stream',
    shape: 'mixed',
    size: 200_000,
    messages: 0,
    perFrame: 500,
    parts: 10,
    rounds: 3,
  },
  'fence-5000': {
    kind: 'stream',
    shape: 'fence',
    size: 5000,
    messages: 0,
    perFrame: 250,
    parts: 5,
    rounds: 1,
  },
  'table-3000': {
    kind: 'stream',
    shape: 'table',
    size: 3000,
    messages: 0,
    perFrame: 125,
    parts: 5,
    rounds: 1,
  },
  'paragraph-100k': {
    kind: 'stream',
    shape: 'paragraph',
    size: 100_000,
    messages: 0,
    perFrame: 125,
    parts: 5,
    rounds: 1,
  },
  'typing-1000': { kind: 'typing', size: 16_000, messages: 1000, rounds: 2, only: 'antiphon' },
}
