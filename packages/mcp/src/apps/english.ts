declare module '@antiphon/ui/parts' {
  interface EntryStrings {
    apps: typeof englishApps
  }
}

/** Words around the app of a tool (`@antiphon/mcp/apps`). */
export const englishApps = {
  frame: (tool: string) => `App of ${tool}`,
  show: 'Show the app',
  stored: 'The server has an app for this call.',
  reading: 'Loading the app',
  starting: 'Starting the app',
  closed: 'The app was closed.',
  restart: 'Start again',
  close: 'Close the app',
  plain: 'Arguments and result',
  messages: (count: number, shown: string) => (count === 1 ? '1 message' : `${shown} messages`),
  messagesOf: (tool: string) => `Messages of the app of ${tool}`,
  latest: (shown: string) => `The latest ${shown} of them`,
  fromApp: 'App',
  fromHost: 'Page',
  reaches: (origins: string) => `Can reach ${origins}`,
  reachesNothing: 'Without network',
  problem: {
    'not-connected': 'The app could not be loaded. The server does not answer.',
    missing: 'The app could not be loaded. The server does not have it.',
    'wrong-type': 'The app cannot be shown. It is of a type that is not known here.',
    'too-large': 'The app cannot be shown. It is too large.',
    blocked: 'The app cannot be shown. The security policy of this page blocks it.',
    silent: 'The app was stopped. It did not become ready.',
    left: 'The app was stopped. It tried to go to another address.',
    flood: 'The app was stopped. It sent too many messages.',
  },
  said: (words: string) => `Reported: ${words}`,
  asks: (tool: string) => `The app of ${tool} asks for something`,
  callTitle: 'The app wants to call a tool.',
  allowInApp: 'Allow for this app',
  linkTitle: 'The app wants to open this page.',
  openLink: 'Open',
  messageTitle: 'The app wants to send this message as you.',
  message: 'Message of the app',
  send: 'Send',
  refuse: 'Refuse',
  contextTitle: 'The app adds this to your next message.',
  context: 'Addition of the app',
  drop: 'Leave out',
}
