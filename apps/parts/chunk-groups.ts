/** How pages of the demo are cut into files, beyond what the bundler does by itself. */
export const chunkGroups = [
  // In one file, so that zod is told not to make code before any other file makes a schema.
  { name: 'zod', test: /[\\/]node_modules[\\/]zod[\\/]|[\\/]no-eval\.ts$/ },
  // Put all modules of the first page into one chunk: 36 requests until the first answer, against 124 with the bundler's own
  // chunks.
  { name: 'start', tags: ['$initial' as const] },
]
