import { buildCore } from '../build-core.mjs'
import { readRateCases } from './read-rate.mjs'

/** The receiving side: from the bytes of an answer to its message. Goals are ratios, so that any machine will do. */
export const suite = {
  about: 'reading answers: cost per chunk, speed beside the official client, memory, limits',
  build: {
    about: 'the receiving side of @antiphon/core bundled and minified by Vite; the client as it is published',
    make: buildCore,
  },
  parts: [
    {
      name: 'chunk-cost',
      file: 'chunk-cost.mjs',
      title: 'Cost per chunk, last tenth of 100,000 chunks against the first',
    },
    {
      name: 'arguments',
      file: 'argument-fragments.mjs',
      title: 'Argument fragments, time of twice as many',
    },
    {
      name: 'read-rate',
      file: 'read-rate.mjs',
      cases: readRateCases,
      title: 'Read rate, times that of ChatCompletionStream of the official client on the same bytes',
    },
    { name: 'memory', file: 'memory.mjs', title: 'Most memory held while reading, times the bytes received' },
    {
      name: 'frame-limit',
      file: 'frame-limit.mjs',
      title: 'A frame over 16 MB: most memory held, times the limit',
    },
  ],
}
