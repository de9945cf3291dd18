// Words of what is loaded when an answer is on its way, or when a message has something attached.

/** Words of an answer on its way. */
export const englishLive = {
  writing: 'Writing',
  thinking: 'Thinking',
  tokens: (count: string) => `~ ${count} tokens`,
  silent: (time: string) => `No data for ${time}.`,
  open: 'The connection is still open.',
  stop: 'Stop',
  retry: 'Retry',
}

/** Words of an answer before its first token. */
export const englishWaiting = {
  sent: 'Sent',
  waiting: (model?: string) => `Waiting for ${model ?? 'the answer'}`,
  retrying: (problem: string, wait?: string) =>
    wait ? `${problem}. Trying again in ${wait}` : `${problem}. Trying again`,
}

/** Announcements of it for screen readers. */
export const englishAnnounce = {
  started: 'Answer started',
  finished: (words: number, shown: string) => `Answer finished, ${shown} ${words === 1 ? 'word' : 'words'}`,
  ended: (title: string) => `Answer ended. ${title}.`,
  failed: (title: string) => `Answer failed. ${title}.`,
  approval: (name: string) => `Approval needed: ${name}`,
  form: (name: string) => `Your details are needed: ${name}`,
  question: (name: string) => `A question of ${name}`,
  codeBlock: (lang: string | undefined, lines: number, shown: string) =>
    `code block${lang ? `, ${lang}` : ''}, ${shown} ${lines === 1 ? 'line' : 'lines'}`,
  image: (alt: string) => (alt ? `image, ${alt}` : 'image'),
  link: (text: string) => `${text}, link`,
}

/** Words for viewing attachments. */
export const englishMedia = {
  nthImage: (n: string) => `Image ${n}`,
  enlarge: (name: string) => `Enlarge: ${name}`,
  pages: (count: number, shown: string) => (count === 1 ? '1 page' : `${shown} pages`),
  lines: (count: number, shown: string) => (count === 1 ? '1 line' : `${shown} lines`),
  lightbox: {
    label: 'Images',
    position: (n: string, total: string) => `${n} of ${total}`,
    previous: 'Previous image',
    next: 'Next image',
    save: (name: string) => `Save: ${name}`,
    close: 'Close',
  },
}

/** Words about a model's context that is nearly full. */
export const englishContext = {
  nearlyFull: (used: string, limit: string) => `${used} of ${limit} tokens are used.`,
  tooLong: (used: string, limit: string) => `Too long for this model. ${used} of ${limit} tokens.`,
  summarise: 'Summarise and continue',
  stopSummary: 'Stop',
  summarising: 'The conversation is being summarised …',
  noSummary: (reason: string) => `There is no summary: ${reason}`,
}

/** Words of an agent that a call ran. */
export const englishAgent = {
  transcript: 'Transcript of the agent',
  of: (name: string) => `Transcript of the agent of ${name}`,
  messages: (count: number, shown: string) => (count === 1 ? '1 message' : `${shown} messages`),
  calls: (count: number, shown: string) => (count === 1 ? '1 call' : `${shown} calls`),
  failures: (_count: number, shown: string) => `${shown} failed`,
  tokens: (shown: string) => `${shown} tokens`,
}

/** Names of keys, as keyboards print them. */
export const englishKeys = {
  Ctrl: 'Ctrl',
  Shift: 'Shift',
  Space: 'Space',
  Delete: 'Delete',
  Insert: 'Insert',
  Home: 'Home',
  End: 'End',
  PageUp: 'Page up',
  PageDown: 'Page down',
}

/** Words of an answer that is JSON. */
export const englishStructured = {
  label: 'The answer as data',
  copy: 'Copy the answer as it came',
}

/** Words of a question to a person about a call. */
export const englishApproval = {
  /** Comes before the name of the tool and a question mark. */
  allow: 'Allow',
  allowAndSend: 'Allow and send',
  warns: (what: string) => `The provider warns: ${what}`,
  waiting: (elapsed: string) => `waiting ${elapsed}`,
  allowOnce: 'Allow once',
  allowInChat: 'Allow in this chat',
  deny: 'Deny',
  denyWithReason: 'Deny with a reason',
  moreAnswers: 'More answers',
  reason: 'Reason (sent to the model)',
  edit: 'Edit',
  edited: 'Changed by you',
  useArguments: 'Use these arguments',
  notJson: (field: string) => `${field} is not valid JSON.`,
  back: 'Back',
  confirm: 'Press again to allow',
  cannotUndo: 'This cannot be undone.',
  scrollFirst: (characters: string) => `${characters} characters. Scroll to the end before you allow it.`,
  stale: 'Not done: the request changed, was answered, or its conversation was deleted.',
  unread: 'Not done: this conversation cannot be read now. You may be signed out or offline. Then try again.',
}

/** Words of a question that a running call asks the person. `who` is the server. */
export const englishQuestion = {
  asks: (who?: string) => `${who ?? 'A tool'} asks`,
  asksPage: (who?: string) => `${who ?? 'A tool'} wants you to open a page`,
  goesTo: (who?: string) => `Your answer goes to ${who ?? 'the tool'}. Enter no passwords or keys.`,
  /** A question of a tool of the app itself, where no server gets the answer. */
  own: {
    goesTo: 'Your answer goes to this app, and the model may read it. Enter no passwords or keys.',
    decline: 'No',
    dismiss: 'Not now',
  },
  checkAddress: 'Check the address first. The page opens in a new tab.',
  send: 'Send',
  open: 'Open the page',
  done: 'I am done there',
  decline: 'Decline',
  dismiss: 'Dismiss',
  optional: 'optional',
  choose: 'Choose',
  unfit: 'Some values do not fit. Change them and send again.',
  problems: {
    missing: () => 'Fill this in.',
    'not-number': () => 'Enter a number, such as 2.5.',
    'not-integer': () => 'Enter a whole number.',
    'too-short': (limit: string) => `Enter at least ${limit} characters.`,
    'too-long': (limit: string) => `Enter at most ${limit} characters.`,
    'too-small': (limit: string) => `Enter ${limit} or more.`,
    'too-large': (limit: string) => `Enter ${limit} or less.`,
    'too-few': (limit: string) => `Choose at least ${limit}.`,
    'too-many': (limit: string) => `Choose at most ${limit}.`,
    'no-option': () => 'Choose one of these.',
    format: () => 'This has another form than what is asked for.',
  },
}

/** Words for people in place of what the model reads about a call that failed or did not run. */
export const englishFailure = {
  invalid_arguments: 'Not done: the assistant gave details that do not fit.',
  unknown_tool: 'Not done: the assistant asked for something that is not offered here.',
  timeout: 'This took too long and was ended.',
  cancelled: 'This was stopped.',
  denied: 'This was not allowed.',
  unexplained: 'This failed.',
  interrupted: 'This was interrupted. It may have been done all the same.',
  unstored: 'Not done: the conversation could not be saved.',
  unchecked: 'Not done: it could not be checked.',
}

/** Words of a message that is edited in its place. */
export const englishEditor = {
  label: 'Edit your message',
  text: 'Your message',
  send: 'Save and send',
  sendDetail: 'Makes a new version and asks again. The old one stays.',
  save: 'Save only',
  saveDetail: 'Changes the message in its place, without asking again.',
  cancel: 'Cancel',
  describe: 'Escape cancels.',
}

/** Words of messages that wait, and of a long text that was pasted. */
export const englishComposer = {
  queued: 'Sent when this turn ends',
  queue: 'Queued messages',
  waiting: (count: number, shown: string) => (count === 1 ? '1 message waits' : `${shown} messages wait`),
  sendQueued: 'Send',
  sendQueuedLabel: 'Send the waiting messages',
  editQueued: (text: string) => `Edit: ${text}`,
  removeQueued: (text: string) => `Remove from the queue: ${text}`,
  pasted: (characters: string) => `${characters} characters pasted.`,
  attachPaste: 'Attach as a file',
  keepPaste: 'Keep as text',
}

/** Words of the attachments of the message in the box, and of files that were refused. */
export const englishTray = {
  list: 'Attachments',
  uploadFailed: 'Upload failed',
  unreadable: 'Could not be read. It may have been moved or deleted.',
  resizeFailed: 'The image could not be made smaller.',
  damaged: 'This image cannot be shown. It may be damaged.',
  resized: (from: string, to: string) => `made smaller, ${from} to ${to}`,
  encoding: (name: string) => `read as ${name}`,
  unseen: (server: string) => `${server} takes no such attachment: only its name is sent.`,
  notAttached: (names: string) => `Not attached: ${names}.`,
  andMore: (shown: string) => `${shown} more`,
  dismiss: 'Dismiss',
  refused: {
    empty: () => 'Empty files have nothing to send.',
    folder: () => 'Folders cannot be attached. Choose the files in them.',
    'too-large': (limit: string) => `Files can be up to ${limit}.`,
    'too-large-together': (limit: string) => `All files of a message may have at most ${limit} together.`,
    'too-many': (limit: string) => `A message takes at most ${limit} files.`,
    type: (type: string) => `Files of type ${type} cannot be read. Save them as PDF or text.`,
    twice: () => 'The same file is attached already.',
  },
  /** In place of `refused.type` where the host says which types it takes. */
  takenTypes: (types: string) => `Only these can be attached: ${types}.`,
  kinds: { image: 'pictures', audio: 'sound', video: 'videos', text: 'text' },
  /** Files that no model reads, by what people call them. */
  refusedFiles: {
    document: 'Word documents cannot be read. Save them as PDF or text.',
    sheet: 'Spreadsheets cannot be read. Save them as CSV or PDF.',
    slides: 'Presentations cannot be read. Save them as PDF.',
    archive: 'Archives cannot be read. Attach the files in them.',
    video: 'Videos cannot be read. Attach pictures of them.',
  },
}

/** Words of a result that a person types for a call. */
export const englishResultForm = {
  resultOf: (name: string) => `Result of ${name}`,
  useResult: 'Use as result',
  resultHint: 'Text, or JSON for a structured result.',
}

/** Words of what is inside of a call: arguments, result, and what it reports while it runs. */
export const englishCallBody = {
  returnedNothing: 'Returned nothing',
  argumentsOf: (name: string) => `Arguments of ${name}`,
  copyArguments: (name: string) => `Copy the arguments of ${name}`,
  copyResult: (name: string) => `Copy the result of ${name}`,
  noArguments: 'No arguments',
  notJson: 'Not valid JSON, shown as it came',
  deep: 'Too deep, shown as it came',
  showRaw: 'Raw',
  showFields: 'Fields',
  resultOf: (name: string) => `Result of ${name}`,
  stepsOf: (name: string) => `Steps of ${name}`,
  outputOf: (name: string) => `Output of ${name}`,
  partialSoFar: 'Not finished yet',
  partialLeft: 'This was never finished. It is the last that came.',
}

/** Words of a result, and of whatever is too long to show at once. */
export const englishResult = {
  showAllLines: (lines: string) => `Show all ${lines} lines`,
  showAllRows: (rows: string) => `Show all ${rows} rows`,
  showAllCharacters: (characters: string) => `Show all ${characters} characters`,
  showMore: (shown: string, total: string) => `Show ${shown} of ${total}`,
  showLess: 'Show less',
  clipped: (characters: string) => `… (${characters} characters)`,
  characters: (characters: string) => `${characters} characters`,
  saveAll: 'Save all of it',
  save: 'Save',
  saveFile: (name: string) => `Save ${name}`,
  unreadableFile: 'The data of this file cannot be read',
  data: 'Show data',
  items: (count: number, shown: string) => (count === 1 ? '1 item' : `${shown} items`),
  keys: (count: number, shown: string) => (count === 1 ? '1 key' : `${shown} keys`),
}

/** Words of all figures of an answer. */
export const englishFigures = {
  model: 'Model',
  profile: 'Profile',
  tier: 'Service tier',
  input: 'Input tokens',
  output: 'Output tokens',
  total: 'Total tokens',
  cached: 'Read from cache',
  cacheWrite: 'Written to cache',
  reasoning: 'Thinking, included in output',
  cost: 'Cost',
  time: 'Time',
  firstToken: 'First token after',
  speed: 'Speed',
  requests: 'Requests',
  origin: 'Source',
  reported: 'Reported by the server',
  estimated: 'Estimated here',
  missing: 'Not reported',
}
