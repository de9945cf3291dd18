declare module '@antiphon/ui/parts' {
  interface EntryStrings {
    redact: typeof englishRedact
  }
}

/** Words of the review before something is shared (`@antiphon/devtools/review`). */
export const englishRedact = {
  title: 'Before it leaves',
  looking: 'Looking for secrets',
  cancel: 'Cancel',
  label: 'Private data',
  none: 'No secrets, paths, names or addresses were found.',
  counted: (replaced: string, found: string) => `${replaced} of ${found} values will be replaced.`,
  all: (kind: string) => `Replace all: ${kind}`,
  replace: (name: string) => `Replace ${name}`,
  kept: 'kept as it is',
  places: (count: number, shown: string) => (count === 1 ? '1 place' : `${shown} places`),
  morePlaces: (shown: string) => `and ${shown} more`,
  /** A place inside of something: `content, in base64, json`. */
  inside: (path: string, wraps: string) => (wraps === '' ? path : `${path}, in ${wraps}`),
  whole: 'the text',
  add: 'Replace more',
  addLabel: 'A text, such as the name of a customer',
  addButton: 'Add',
  added: 'Added by you',
  remove: (text: string) => `Remove “${text}”`,
  kinds: {
    key: 'Keys',
    token: 'Tokens',
    secret: 'Secret values',
    password: 'Passwords',
    'private-key': 'Private keys',
    cookie: 'Cookies',
    webhook: 'Webhook addresses',
    env: 'Environment values',
    path: 'Home folders',
    user: 'Names of people and accounts',
    email: 'Mail addresses',
    address: 'Network and postal addresses',
    phone: 'Phone numbers',
    account: 'Bank accounts and cards',
    text: 'Texts you added',
  },
}
