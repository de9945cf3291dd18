declare module '@antiphon/ui/parts' {
  interface EntryStrings {
    artifacts: typeof englishArtifacts
  }
}

/** Words of artifacts (`@antiphon/artifacts/react`). */
export const englishArtifacts = {
  kind: { document: 'Document', code: 'Code', page: 'Page' },
  open: 'Open',
  version: (n: string) => `Version ${n}`,
  writing: 'Writing',
  panel: (title: string) => `Artifact: ${title}`,
  none: 'Artifact',
  source: 'Source',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Could not copy',
  download: 'Download',
  full: 'Open in full',
  close: 'Close the artifact',
  closeFull: 'Close',
  frame: (title: string) => `Page: ${title}`,
  restart: 'Start again',
  gone: 'This conversation no longer has the artifact.',
  problem: {
    blocked: 'The page cannot be shown. The security policy of this app blocks it.',
    left: 'The page was stopped. It tried to go to another address.',
    flood: 'The page was stopped. It sent too many messages.',
  },
}
