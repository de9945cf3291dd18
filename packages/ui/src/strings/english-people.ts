/**
 * Words for people who are not developers (`audience="people"`), in place of the words of the same names in the table. All other words
 * are the same for everybody.
 */
export const englishPeople = {
  call: {
    state: { writing: 'Preparing', 'cut-off': 'Cut off, not done', orphan: 'Result of an unknown step' },
    unnamed: 'Step without a name',
    argumentsOf: (name: string) => `Details of ${name}`,
    copyArguments: (name: string) => `Copy the details of ${name}`,
    noArguments: 'No details',
    notJson: 'Shown as it came',
    rendererFailed: (name: string) => `${name} could not be shown as usual.`,
  },
  group: {
    parallel: (count: string) => `${count} steps at once`,
    queued: (count: string) => `${count} steps, waiting`,
    showAll: (count: string) => `Show all ${count} steps`,
    counts: {
      writing: (n: string) => `${n} being prepared`,
      queued: (n: string) => `${n} waiting`,
      orphan: (n: string) => `${n} of unknown steps`,
    },
  },
  result: {
    keys: (count: number, shown: string) => (count === 1 ? '1 detail' : `${shown} details`),
    data: 'Show details',
  },
  attachment: {
    unknownPart: () => 'Something that cannot be shown here',
    fileId: () => 'File',
    encoding: () => 'converted',
    unseen: () => 'The assistant cannot read this kind of file: only its name is sent.',
    refused: { type: () => 'Files of this kind cannot be read. Save them as PDF or text.' },
  },
  notice: {
    system: () => 'Instructions for the assistant',
    developer: () => 'Instructions for the assistant',
    unknownRole: () => 'Message',
    noRole: 'Message',
    renderFailedData: 'Show it as text',
  },
  request: {
    changedOne: () => 'The request was adapted to the server.',
    changedMany: () => 'The request was adapted to the server.',
    unread: () => 'Part of the answer could not be read and is missing here.',
    unshown: (count: number, shown: string) =>
      count === 1
        ? 'Something in this answer cannot be shown.'
        : `${shown} things in this answer cannot be shown.`,
  },
  messageActions: { markdown: 'Text with its formatting' },
  markdown: {
    copyAsTsv: 'Copy for a spreadsheet',
    tsv: 'Spreadsheet',
    copyAsMarkdown: 'Copy as text',
    markdown: 'Text',
    showSource: 'Show as text',
  },
  finish: {
    'length-text': { title: 'The answer became too long' },
    'length-thinking': { title: 'Stopped while thinking', detail: 'No answer was written. Try it again.' },
    'length-call': { title: 'Cut off before it was done', unnamed: 'It was not done.' },
    'filter-empty': { title: 'Withheld by a filter', detail: () => 'No text was returned.' },
    'filter-midway': { title: 'Stopped by a filter' },
    refusal: { title: 'The assistant declined' },
    unanswered: {
      title: 'Waiting for a result',
      detail: (missing: string, total: string, count: number) =>
        `${missing} of ${total} steps ${count === 1 ? 'has' : 'have'} no result.`,
    },
    other: { title: () => 'The answer ended early' },
  },
  error: {
    network_or_cors: {
      title: () => 'Could not reach the server',
      intro: 'Likely causes:',
      causes: [
        'The server is not running at the moment.',
        'The connection to the network is broken.',
        'A firewall, VPN or content blocker is in the way.',
      ],
    },
    rate_limit: { title: 'Too many requests at the moment' },
    overloaded: { title: 'The server is busy' },
    malformed_stream: { title: 'Part of the answer could not be read' },
    tool_loop_limit: { title: () => 'Stopped after many steps' },
    content_filter: { title: 'Withheld by a filter' },
    timeout: { idle_timeout: 'The answer stopped coming' },
    empty_response: { detail: 'Nothing arrived.' },
    normalize: { title: 'This conversation cannot be converted' },
    protocol: { title: 'This conversation is not in order' },
    provider: { title: 'The server reported an error' },
  },
  actions: { raiseLimit: 'Try again with more room' },
  agent: {
    transcript: 'Work of a helper',
    of: (name: string) => `Work of a helper: ${name}`,
    calls: (count: number, shown: string) => (count === 1 ? '1 step' : `${shown} steps`),
  },
  structured: { label: 'The answer in fields' },
  approval: {
    warns: (what: string) => `A warning: ${what}`,
    reason: 'Reason (the assistant reads it)',
    useArguments: 'Use these details',
    notJson: (field: string) => `${field} is not written in the right form.`,
  },
  question: {
    asks: (who?: string) => (who ? `${who} asks` : 'A question for you'),
    asksPage: (who?: string) => (who ? `${who} wants you to open a page` : 'Please open a page'),
    goesTo: (who?: string) => `Your answer goes to ${who ?? 'the service that asks'}. Enter no passwords.`,
    own: { goesTo: 'Your answer goes to this app, and the assistant may read it. Enter no passwords.' },
  },
}
