import { buildTools } from './build-tools.mjs'

/** Calls: their loop, and their arguments as they arrive. Goals are ratios, so that any machine will do. */
export const suite = {
  about: 'large batches of calls, and arguments that arrive in many pieces',
  build: { about: '@antiphon/core with its tool loop, bundled and minified by Vite', make: buildTools },
  parts: [
    { name: 'batch', file: 'batch.mjs', title: 'A batch of calls run by a chat, time of twice as many' },
    {
      name: 'arguments',
      file: 'parallel-arguments.mjs',
      title: 'Argument fragments over 20 parallel calls, time of twice as many',
    },
  ],
}
