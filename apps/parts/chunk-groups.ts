/** How pages of the demo are cut into files, beyond what the bundler does by itself. A group takes along what its modules import. */
export const chunkGroups = [
  // In one file, so that zod is told not to make code before any other file makes a schema.
  { name: 'zod', priority: 2, test: /[\\/]node_modules[\\/]zod[\\/]|[\\/]no-eval\.ts$/ },
  // All modules of the first page in one file, instead of a hundred.
  { name: 'start', priority: 1, tags: ['$initial' as const] },
  // The engine asks for it by itself, the parts that ask a person come with it.
  { name: 'form', priority: 1, test: /[\\/]tools[\\/]form\.ts$/ },
  // The same for what the page loads by itself once it is there, so that the first question finds it.
  {
    name: 'chat',
    test: /[\\/](?:core[\\/]src[\\/]chat[\\/]engine|live-parts[\\/]live-parts|markdown[\\/]grow|user-message[\\/]editor-parts)\.ts$/,
  },
]
