/** A page from Markdown of the repository. Its title is the heading of the file, its description the first sentence. */
export interface MappedPage {
  /** The end of its address, below that of the section. */
  slug: string
  /** The file, from the root of the repository. Further ones follow, each under a heading of its own. */
  files: readonly [string, ...string[]]
  /** Its name in the sidebar, where the title is too long for it. */
  label?: string
  /** Where the file has no sentence that says it. */
  description?: string
  /** Words that people search for and the text does not have. */
  keywords?: string
  /** A live part above the text. */
  live?: 'theme'
  /** Sheets of names, which would crowd every search with their words. */
  isReference?: true
}

export interface Section {
  slug: string
  title: string
  /** The task of a reader who comes here. */
  about: string
  pages: readonly MappedPage[]
}

const doc = (slug: string, file: string, more: Partial<MappedPage> = {}): MappedPage => ({
  slug,
  files: [`docs/${file}.md`],
  ...more,
})

const pack = (name: string, ...more: string[]): MappedPage => ({
  slug: name,
  files: [
    `packages/${name}/README.md`,
    ...[name, ...more].map((page) => `docs/reference/${page}.md`),
    `packages/${name}/api.md`,
  ],
  isReference: true,
})

/** The order of the site, by what a reader wants to do. The pages of parts are in parts.ts and follow the first page of their section. */
export const sections: readonly Section[] = [
  {
    slug: 'start',
    title: 'Start',
    about: 'Put a chat into an app, and see how it works.',
    pages: [
      doc('install', 'install', { keywords: 'peer dependencies setup getting started npm' }),
      doc('use-chat', 'use-chat', { label: 'Five minutes with useChat' }),
      doc('how-it-works', 'how-it-works'),
      doc('coming-from', 'coming-from/README', { keywords: 'migrate migration from switch compare' }),
      doc('from-ai-sdk', 'coming-from/ai-sdk', { keywords: 'migrate migration from AI SDK Vercel' }),
      doc('from-assistant-ui', 'coming-from/assistant-ui', { keywords: 'migrate migration names' }),
      doc('from-ai-elements', 'coming-from/ai-elements', { keywords: 'migrate migration shadcn ui' }),
      doc('from-chatkit', 'coming-from/chatkit', { keywords: 'migrate migration replace Agent Builder' }),
      doc('from-copilotkit', 'coming-from/copilotkit', { keywords: 'migrate migration' }),
      doc('hosts', 'hosts', { label: 'Frameworks and bundlers', keywords: 'tested frameworks bundlers' }),
    ],
  },
  {
    slug: 'parts',
    title: 'Parts',
    about: 'Every component, live, in all of its states.',
    pages: [doc('overview', 'components', { label: 'Overview' })],
  },
  {
    slug: 'guides',
    title: 'Guides',
    about: 'One task each, with code that is compiled.',
    pages: [
      doc('tools', 'tools', { label: 'Tools and approvals' }),
      doc('headless', 'headless'),
      doc('threads', 'threads', {
        label: 'Stored threads',
        keywords: 'store save keep conversations history IndexedDB',
      }),
      doc('attachments', 'attachments'),
      doc('markdown', 'markdown'),
      doc('mcp', 'mcp'),
      doc('artifacts', 'artifacts', { keywords: 'canvas side panel document page versions' }),
      doc('shell', 'shell', { label: 'Around a chat' }),
      doc('registry', 'registry', { label: 'Copy parts', keywords: 'shadcn registry cli add' }),
      doc('words', 'words'),
      doc('testing', 'testing'),
      doc('inspector', 'inspector'),
    ],
  },
  {
    slug: 'server',
    title: 'Server',
    about: 'Keep keys, conversations and answers on a server of yours.',
    pages: [
      doc('backend', 'backend'),
      doc('product', 'product', { label: 'A whole product' }),
      doc('chat-server', 'chat-server', { keywords: 'resume an answer after a reload' }),
      doc('proxy', 'server', { label: 'The proxy and its policy' }),
      doc('load', 'server-load'),
    ],
  },
  {
    slug: 'transcripts',
    title: "Reading other people's transcripts",
    about: 'Read, check, convert and show what other systems wrote.',
    pages: [
      doc('formats', 'formats'),
      doc('sessions', 'sessions'),
      doc('lint', 'lint', { label: 'Finding and mending mistakes' }),
      doc('export', 'export', { keywords: 'export conversation as HTML Markdown share' }),
    ],
  },
  {
    slug: 'wires',
    title: 'Wires and endpoints',
    about: 'Requests that servers really accept, and answers that they really send.',
    pages: [
      doc('endpoints', 'endpoints'),
      doc('endpoint-families', 'endpoint-families', {
        description: 'Requests, thoughts, keys and access from browsers of each known server family.',
      }),
      doc('transports', 'transports', { label: 'Transports: AG-UI, AI SDK, LangGraph' }),
      doc('wire', 'wire/README'),
      ...[
        '1-requests',
        '2-streams',
        '3-errors',
        '4-whole-answers',
        '5-reasoning',
        '6-providers',
        '7-responses',
        '8-messages',
        '9-gemini',
        '10-ollama',
        '11-ag-ui',
        '12-ai-sdk',
      ].map((name) => doc(`wire-${name}`, `wire/${name}`)),
      doc('coverage', 'wire-coverage'),
    ],
  },
  {
    slug: 'theming',
    title: 'Theming',
    about: 'Your colours, corners and fonts; try them and take the sheet.',
    pages: [
      doc('editor', 'theming', {
        label: 'Theme editor and tokens',
        keywords: 'dark mode light mode theme colours',
        live: 'theme',
      }),
      doc('styling', 'styling'),
    ],
  },
  {
    slug: 'reference',
    title: 'Reference',
    about: 'Every public name of every package.',
    pages: [
      pack('core', 'core-reading', 'core-requests', 'core-running'),
      ...['react', 'ui', 'shell', 'providers', 'threads', 'mcp', 'artifacts', 'wires'].map((name) =>
        pack(name),
      ),
      ...['transcripts', 'lint', 'agents', 'sessions', 'devtools'].map((name) => pack(name)),
      ...['server', 'server-client', 'endpoint'].map((name) => pack(name)),
      { slug: 'cli', files: ['packages/cli/README.md'], isReference: true },
      doc('glossary', 'glossary'),
      doc('versions', 'versioning'),
    ],
  },
  {
    slug: 'figures',
    title: 'Figures',
    about: 'Its costs, and how to measure them again.',
    pages: [doc('performance', 'performance'), doc('benchmarks', 'benchmarks'), doc('sizes', 'sizes')],
  },
  {
    slug: 'security',
    title: 'Security',
    about: 'Safe by default, and how a weakness is reported.',
    pages: [{ slug: 'policy', files: ['SECURITY.md'], label: 'Reporting a weakness' }],
  },
  {
    slug: 'accessibility',
    title: 'Accessibility',
    about: 'Keyboard, screen readers, old browsers.',
    pages: [
      doc('wcag', 'accessibility'),
      doc('browsers', 'browsers', { description: 'The oldest browsers, and what each lacks.' }),
    ],
  },
  {
    slug: 'project',
    title: 'Taking part',
    about: 'How the kit is built and tested.',
    pages: [
      { slug: 'contributing', files: ['CONTRIBUTING.md'] },
      doc('architecture', 'architecture'),
      doc('gallery', 'gallery'),
      doc('stories', 'stories'),
      doc('faults', 'faults'),
      doc('mutation', 'mutation'),
      doc('roadmap', 'roadmap'),
    ],
  },
]
