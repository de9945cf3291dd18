import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Who may import whom (docs/architecture.md). A key is a folder or a file, its value what it may import besides itself.
 * The longest matching key rules a file. Anything not listed is forbidden.
 */
export const layers: Record<string, readonly string[]> = {
  // Small parts that know nothing. Private: each package that uses them is built with a copy.
  base: [],
  'core/errors': ['@antiphon/base'],
  'core/message': ['core/errors', '@antiphon/base'],
  'core/pairing': ['core/message', 'core/errors', '@antiphon/base'],
  // Bytes to message.
  'core/wire': ['core/message', 'core/errors', '@antiphon/base'],
  'core/tree': ['core/message', '@antiphon/base'],
  'core/partial-json': ['@antiphon/base'],
  // Requirements of each endpoint, the request, and getting it answered.
  'core/provider': [
    'core/message',
    'core/errors',
    '@antiphon/base',
    // An endpoint may bring another wire, which has a reader of its events.
    'core/wire/event-reader.ts',
  ],
  'core/provider/connection': ['core/provider', 'core/wire', 'core/message', 'core/errors', '@antiphon/base'],
  'core/provider/index.ts': ['core/provider', 'core/message'],
  'core/tools': ['core/message', 'core/pairing', 'core/provider/request', 'core/errors', '@antiphon/base'],
  // Owns a conversation: it may use all that is above, and nothing that looks on.
  'core/chat': [
    'core/message',
    'core/pairing',
    'core/wire',
    'core/tree',
    'core/provider',
    'core/tools',
    'core/errors',
    '@antiphon/base',
  ],
  'core/testing': ['core/', 'zod'],
  'core/index.ts': ['core/', '@antiphon/base'],
  // Entries whose parts are in several folders.
  'core/wire.ts': ['core/'],
  'core/message.ts': ['core/'],
  'core/calls.ts': ['core/'],
  'core/keeper.ts': ['core/'],
  'core/channels.ts': ['core/'],
  'core/request.ts': ['core/'],
  'core/binding.ts': ['core/'],
  // Everything about endpoints that a chat does not need: a list to choose from, their models, what of a thread they get.
  providers: [
    '@antiphon/base',
    '@antiphon/core',
    '@antiphon/core/errors',
    '@antiphon/core/provider',
    '@antiphon/core/request',
  ],
  // Wires other than chat completions, for those who ask or read them. The kernel knows none of them.
  wires: [
    '@antiphon/base',
    '@antiphon/core',
    '@antiphon/core/channels',
    '@antiphon/core/message',
    '@antiphon/core/provider',
    '@antiphon/core/request',
    '@antiphon/core/wire',
  ],
  // The same wires for the scripted endpoint, an entry of its own.
  'wires/endpoint': ['@antiphon/endpoint', '@antiphon/endpoint/wire'],
  // Data only: they know neither the store nor the chat.
  transcripts: [
    '@antiphon/base',
    '@antiphon/core',
    '@antiphon/core/channels',
    '@antiphon/core/errors',
    '@antiphon/core/message',
    '@antiphon/core/request',
    '@antiphon/core/wire',
    '@antiphon/wires/read',
  ],
  // Chats that agents answer: it asks them, and reads their events with the readers of recordings.
  agents: [
    '@antiphon/base',
    '@antiphon/core',
    '@antiphon/core/message',
    '@antiphon/core/request',
    '@antiphon/core/wire',
    '@antiphon/transcripts/agents',
  ],
  // Files of other systems that are read and not written: it is made of the tools of transcripts.
  sessions: [
    '@antiphon/base',
    '@antiphon/core',
    '@antiphon/core/channels',
    '@antiphon/core/errors',
    '@antiphon/core/message',
    '@antiphon/core/wire',
    '@antiphon/transcripts',
    '@antiphon/transcripts/toolkit',
    '@antiphon/wires/read',
    '@antiphon/wires/toolkit',
  ],
  // It checks an array of messages and knows no format, so that the inspector installs none.
  lint: [
    '@antiphon/base',
    '@antiphon/core',
    '@antiphon/core/channels',
    '@antiphon/core/message',
    '@antiphon/core/provider',
    '@antiphon/core/request',
  ],
  // Keeps chats; the chat itself knows nothing of storage.
  threads: [
    '@antiphon/base',
    '@antiphon/core',
    '@antiphon/core/calls',
    '@antiphon/core/binding',
    '@antiphon/core/channels',
    '@antiphon/core/errors',
    '@antiphon/core/keeper',
    '@antiphon/core/message',
    '@antiphon/core/request',
    '@antiphon/core/wire',
    'zod',
  ],
  // Chats and threads that are on a server, for its pages. It has the protocol of both, which the server knows by its types.
  'server-client': [
    '@antiphon/base',
    '@antiphon/core',
    '@antiphon/core/binding',
    '@antiphon/core/calls',
    '@antiphon/core/channels',
    '@antiphon/core/errors',
    '@antiphon/core/keeper',
    '@antiphon/core/message',
    '@antiphon/core/request',
    '@antiphon/core/wire',
    '@antiphon/threads',
  ],
  // An entry of its own: the rest needs no React.
  'threads/react': ['threads/', '@antiphon/core', 'react', '@tanstack/react-query'],
  // The list of threads, an entry of its own: the rest needs no components.
  'threads/ui': [
    'threads/',
    'react',
    '@antiphon/core',
    '@antiphon/ui',
    '@antiphon/ui/functions',
    '@antiphon/ui/parts',
    '@tanstack/react-query',
  ],
  // Looks on; nothing but an inspector knows it.
  devtools: [
    '@antiphon/base',
    '@antiphon/core',
    '@antiphon/core/binding',
    '@antiphon/core/channels',
    '@antiphon/core/errors',
    '@antiphon/core/message',
    '@antiphon/core/provider',
    '@antiphon/core/request',
    '@antiphon/core/wire',
    '@antiphon/providers',
  ],
  // An entry of its own: what a transcript should not tell when it is shared.
  'devtools/redact': ['@antiphon/base'],
  // The inspector, an entry of its own: the recorder needs no React.
  'devtools/react': [
    'devtools/',
    'react',
    '@antiphon/base',
    '@antiphon/core',
    '@antiphon/core/channels',
    '@antiphon/core/message',
    '@antiphon/core/wire',
    '@antiphon/lint',
    '@antiphon/ui',
    '@antiphon/ui/functions',
    '@antiphon/ui/markdown',
    '@antiphon/ui/parts',
  ],
  react: ['@antiphon/core', '@antiphon/core/binding', 'react'],
  // Pages without attachments load nothing of it.
  'react/attachments': ['react', '@antiphon/core', '@antiphon/core/provider', 'react/chat'],
  // The reader stays out of pages that do not show arguments as they arrive: bundlers leave the hook out.
  'react/hooks/use-tool-arguments.ts': ['react', '@antiphon/core', '@antiphon/core/partial-json'],
  'react/hooks/read-arguments.ts': ['@antiphon/core/partial-json'],
  ui: [
    '@antiphon/base',
    '@antiphon/core',
    '@antiphon/core/binding',
    '@antiphon/core/calls',
    '@antiphon/core/channels',
    '@antiphon/core/message',
    '@antiphon/react',
    'react',
    'ui/markdown',
    'ui/lib/use-printing.ts',
  ],
  // On a phone the answers to a question are in another place of the page.
  'ui/components/tool-approval/approval-answers.tsx': ['react', 'react-dom', 'ui/components', 'ui/strings'],
  // Draws at once what a browser is about to print.
  'ui/lib/use-printing.ts': ['react', 'react-dom'],
  // Names them all; bundlers leave out what a page does not use.
  'ui/index.ts': ['ui/'],
  // For the packages around the kit.
  'ui/parts.ts': ['ui/'],
  'ui/functions.ts': ['ui/'],
  // An entry of its own, for pages and for Node: the only one that draws without a page, and has the sheet as text.
  'ui/export': [
    'react',
    'react-dom/server',
    '@antiphon/core',
    '@antiphon/core/message',
    'css/export.css?inline',
    'ui/components',
    'ui/lib',
    'ui/markdown',
    'ui/strings',
  ],
  'ui/markdown': [
    '@antiphon/base',
    'react',
    'character-entities',
    'ui/lib/copy-text.ts',
    'ui/lib/lazy-module.ts',
    'ui/lib/own-root.ts',
    'ui/lib/static-more.ts',
    'ui/lib/static-page.ts',
  ],
  // Entries of their own, each for something that not every page shows.
  'ui/math': ['react', 'katex', 'ui/markdown'],
  'ui/highlight': ['@codemirror/legacy-modes/', '@codemirror/streamparser', 'ui/markdown'],
  'ui/diagram': ['react', 'ui/markdown'],
  // The parts of an app around its chat. A page without them loads nothing of it.
  shell: [
    'react',
    '@antiphon/core',
    '@antiphon/providers',
    '@antiphon/react',
    '@antiphon/ui',
    '@antiphon/ui/functions',
    '@antiphon/ui/parts',
    'shell/thread',
    'shell/tokens',
  ],
  // An entry of its own: the rest needs no TanStack Query.
  'shell/models': ['react', '@antiphon/core', '@antiphon/providers', '@tanstack/react-query'],
  // An entry of its own: the rest needs React.
  'shell/thread': [
    '@antiphon/core',
    '@antiphon/core/binding',
    '@antiphon/core/errors',
    '@antiphon/core/message',
  ],
  // Loaded when it is opened: which endpoints go on from the beginning of an answer.
  'shell/tokens': [
    'react',
    'shell/',
    '@antiphon/base',
    '@antiphon/core',
    '@antiphon/core/provider',
    '@antiphon/ui',
    '@antiphon/ui/parts',
  ],
  // Servers of the Model Context Protocol. A chat knows their tools as its own.
  mcp: ['@antiphon/base', '@antiphon/core', '@antiphon/core/calls', 'zod'],
  // The apps of tools, in frames of their own: the rest needs no React.
  'mcp/apps': [
    'mcp/',
    'react',
    '@antiphon/base',
    '@antiphon/core',
    '@antiphon/core/calls',
    '@antiphon/core/partial-json',
    '@antiphon/react',
    '@antiphon/ui',
    '@antiphon/ui/functions',
    '@antiphon/ui/markdown',
    '@antiphon/ui/parts',
  ],
  endpoint: [],
  // Stands beside a built app.
  server: [
    '@antiphon/base',
    '@antiphon/core/errors',
    '@antiphon/endpoint',
    '@antiphon/endpoint/node',
    '@antiphon/wires/endpoint',
    'node:',
    'zod',
  ],
  // Names them all.
  'server/index.ts': ['server/'],
  // Runs are chats without a page, over stored threads.
  'server/log': ['@antiphon/base', 'kysely', 'node:'],
  'server/route.ts': [],
  // Refusals and bodies in the words of all routes.
  'server/web': ['zod'],
  'server/runs': [
    'server/log',
    'server/route.ts',
    'server/web',
    '@antiphon/base',
    '@antiphon/core',
    '@antiphon/core/message',
    '@antiphon/core/wire',
    '@antiphon/server-client',
    '@antiphon/threads',
    'kysely',
    'node:',
    'zod',
  ],
  // Looks on: figures, lines of a log, spans.
  'server/operations': [
    'server/runs',
    'server/web',
    '@antiphon/base',
    '@antiphon/core',
    '@antiphon/core/wire',
    '@opentelemetry/api',
  ],
  // The database knows nothing of what is kept in it, the storage nothing of requests.
  'server/database': ['server/log', 'server/shares', '@antiphon/base', 'kysely', 'libsql', 'node:'],
  // Where files and shared pages are kept. Neither knows of threads.
  'server/files': ['@antiphon/base', '@aws-sdk/client-s3', '@aws-sdk/s3-request-presigner', 'node:'],
  'server/shares': ['kysely'],
  'server/threads': [
    'server/database',
    'server/files',
    'server/shares',
    '@antiphon/base',
    '@antiphon/threads',
    'kysely',
    'node:',
  ],
  'server/chat-server': [
    'server/database',
    'server/files',
    'server/shares',
    'server/log',
    'server/operations',
    'server/route.ts',
    'server/runs',
    'server/threads',
    'server/web',
    'server/guard.ts',
    '@antiphon/base',
    '@antiphon/core',
    '@antiphon/threads',
    '@antiphon/wires',
    'kysely',
    'node:',
    'zod',
  ],
  // For runners of any kind, also in a page.
  'server/testkit': ['server/files', 'server/log', '@antiphon/base', '@antiphon/threads'],
  'endpoint/node': ['endpoint/', 'node:'],
  cli: [
    '@antiphon/core',
    '@antiphon/core/provider',
    '@antiphon/devtools/redact',
    '@antiphon/transcripts',
    '@antiphon/sessions',
    '@antiphon/lint',
    '@antiphon/ui/export',
    '@antiphon/ui/german',
    '@antiphon/ui/highlight',
    '@antiphon/endpoint',
    '@antiphon/endpoint/node',
    '@antiphon/wires/endpoint',
    'node:',
  ],
  // Apps take packages by their public entries. Two sources are exceptions: the sheet of the kit, and the server of `antiphon view`, whose
  // types its page knows.
  'apps/parts/src': ['@antiphon/ui', 'react', 'zod'],
  'apps/workbench/src': [
    '@antiphon/core',
    '@antiphon/core/binding',
    '@antiphon/core/provider',
    '@antiphon/core/request',
    '@antiphon/devtools',
    '@antiphon/devtools/react',
    '@antiphon/devtools/review',
    '@antiphon/providers',
    '@antiphon/react',
    '@antiphon/sessions',
    '@antiphon/shell',
    '@antiphon/threads',
    '@antiphon/threads/react',
    '@antiphon/transcripts',
    '@antiphon/lint',
    '@antiphon/ui',
    '@antiphon/ui/export',
    '@antiphon/ui/functions',
    '@antiphon/ui/highlight',
    '@antiphon/ui/markdown',
    '@antiphon/ui/parts',
    '@antiphon/wires/read',
    'app-parts',
    'app-parts/',
    'react',
    'react-dom',
    'packages/cli/src/view',
    'packages/ui/css/source.css',
  ],
  'apps/demo/src': [
    '@antiphon/core',
    '@antiphon/core/binding',
    '@antiphon/core/errors',
    '@antiphon/core/provider',
    '@antiphon/core/request',
    '@antiphon/core/wire',
    '@antiphon/devtools',
    '@antiphon/devtools/react',
    '@antiphon/endpoint',
    '@antiphon/mcp',
    '@antiphon/mcp/apps',
    '@antiphon/providers',
    '@antiphon/react',
    '@antiphon/server-client',
    '@antiphon/shell',
    '@antiphon/shell/models',
    '@antiphon/shell/thread',
    '@antiphon/threads',
    '@antiphon/threads/react',
    '@antiphon/threads/ui',
    '@antiphon/ui',
    '@antiphon/ui/functions',
    '@antiphon/ui/diagram',
    '@antiphon/ui/highlight',
    '@antiphon/ui/markdown',
    '@antiphon/ui/math',
    '@antiphon/ui/package.json',
    '@antiphon/ui/parts',
    '@antiphon/ui/styles.css',
    '@antiphon/wires',
    '@antiphon/wires/endpoint',
    '@antiphon/wires/read',
    '@modelcontextprotocol/client',
    '@tanstack/react-query',
    'app-parts',
    'app-parts/',
    'json-p3',
    'katex',
    'katex/',
    'mermaid',
    'react',
    'react-dom',
    'react-dom/',
    'workbench/',
    'zod',
    'packages/ui/css/source.css',
  ],
  // Pages and live parts. It shows every public component, so it knows every entry that has some.
  'apps/docs/src': [
    '@antiphon/core',
    '@antiphon/devtools',
    '@antiphon/devtools/react',
    '@antiphon/endpoint',
    '@antiphon/react',
    '@antiphon/shell',
    '@antiphon/threads',
    '@antiphon/threads/react',
    '@antiphon/threads/ui',
    '@antiphon/ui',
    '@antiphon/ui/functions',
    '@tanstack/react-query',
    'app-parts',
    'gallery/',
    'node:',
    'react',
    'react-dom/client',
  ],
  'apps/demo/server': [
    '@antiphon/endpoint',
    '@antiphon/server',
    '@antiphon/wires/endpoint',
    '@hono/node-server',
    'node:',
    'vite',
  ],
}

const below = (folder: string, rows: readonly string[]): string[] =>
  rows.flatMap((row) => row.split(' ').map((name) => `${folder}/${name}`))

/** The folders of single systems: each has a `format.ts`. */
function systemsOf(room: string): string[] {
  const sources = join(import.meta.dirname, '../../packages', room, 'src')
  return readdirSync(sources).filter((name) => existsSync(join(sources, name, 'format.ts')))
}

/**
 * The storeys of a room that is too large for one key: folders and files below it. A file may import from its own storey
 * and from those before it. The longest matching name counts, and a file of the room that no storey holds is an error.
 */
export const storeys: Record<string, Record<string, readonly string[]>> = {
  ui: {
    lib: ['lib', 'icons', 'strings'],
    parts: below('components', [
      'context live-parts slots part announcer antiphon-root fold button notice diff json-tree status-row sources menu modal',
      'attachment composer empty-state error-card finish-badge request-note system-notice reasoning usage-meter',
      'branch-picker message-actions user-message assistant-message live-foot jump-to-latest add-result',
      'tool-args tool-result tool-steps tool-call tool-group tool-approval tool-grants',
    ]),
    transcript: ['components/transcript', 'components/turn'],
    chat: ['components/chat'],
  },
  transcripts: {
    shared: ['types.ts', 'shared', 'text', 'loss-rules.ts', 'tool-definitions.ts', 'agents'],
    systems: systemsOf('transcripts'),
    registry: ['events', 'find-format.ts', 'interpret.ts', 'read-mixed.ts', 'read-transcript.ts'],
    open: ['open', 'convert-transcript.ts', 'export'],
    entries: ['index.ts', 'toolkit.ts', 'agents.ts'],
  },
  sessions: {
    // Files of several systems have messages of LangChain inside.
    shared: ['shared', 'langchain'],
    systems: systemsOf('sessions').filter((name) => name !== 'langchain'),
    registry: [
      'archive',
      'session-files.ts',
      'session-formats.ts',
      'open-session.ts',
      'session-facts.ts',
      'join-agents.ts',
      'shared/agent-links.ts',
    ],
    entries: ['index.ts'],
  },
}
