/** How pages of the demo are cut into files, beyond what the bundler does by itself. */
export const chunkGroups = [
  // In one file, so that zod is told not to make code before any other file makes a schema.
  { name: 'zod', test: /[\\/]node_modules[\\/]zod[\\/]|[\\/]no-eval\.ts$/ },
  // What a page loads at once: the demo makes 36 requests until the first answer, 124 in the bundler's own chunks.
  { name: 'start', tags: ['$initial' as const] },
]
