import { dateLocale, figure, formatMoney, locale } from 'app-parts'

/** Everything that a user reads on the page of sessions. */
export const words = {
  title: 'Sessions',
  theme: (name: string) => `Theme: ${name}`,
  keys: 'Keyboard shortcuts',
  openFiles: 'Open files',
  openFolder: 'Open a folder',
  // The list
  filter: 'Filter by title, project or model',
  failed: 'Failed',
  anyAgent: 'All agents',
  anyProject: 'All projects',
  agent: 'Agent',
  project: 'Project',
  noProject: 'Without a project',
  sessions: (count: number) => (count === 1 ? '1 session' : `${figure(count)} sessions`),
  reading: (read: number, total: number) => `Reading ${figure(read)} of ${figure(total)}`,
  shownOf: (shown: number, total: number) => `${figure(shown)} of ${figure(total)} sessions`,
  more: (count: number) => `Show ${figure(count)} more`,
  untitled: 'Without a title',
  failures: (count: number) => `${figure(count)} failed`,
  agents: (count: number) => (count === 1 ? '1 sub-agent' : `${figure(count)} sub-agents`),
  atLeast: (text: string) => `at least ${text}`,
  tokens: (text: string) => `${text} tokens`,
  others: (count: number) => `and ${figure(count)} more in this file`,
  unread: (count: number) =>
    count === 1 ? '1 file holds no session' : `${figure(count)} files hold no session`,
  unreadStore: (agent: string) =>
    `${agent} keeps its newer sessions in a database, which is not read. To see one:`,
  serverAnswered: (status: number) => `The server answered ${status}.`,
  lost: 'The part of this page that reads files could not be loaded.',
  noneFound: 'No sessions were found on this machine.',
  noneFoundHint: 'To see others, name a folder: antiphon view FOLDER',
  noneMatches: 'No session matches.',
  listFailed: 'The list could not be read.',
  again: 'Try again',
  // Nothing is open
  choose: 'Choose a session',
  chooseHint: 'Arrow keys move in the list, Enter opens.',
  drop: 'Drop session files or a folder here',
  dropHint:
    'Sessions of Claude Code, Codex, Gemini CLI and other agents, exports of chat apps, JSON and JSON lines. Nothing leaves this page.',
  // One session
  back: 'Back to the list',
  readMore: 'Read 16 MB more of the file',
  facts: 'Session',
  fact: {
    agent: 'Agent',
    model: 'Model',
    project: 'Project',
    time: 'Time',
    prompts: 'Prompts',
    calls: 'Tool calls',
    tokens: 'Tokens in, out',
    cost: 'Cost',
    agents: 'Sub-agents',
    file: 'File',
  },
  live: 'Live',
  liveHint: 'New entries appear as they are written.',
  readingFile: (name: string) => `Reading ${name}`,
  failedToRead: (name: string) => `${name} could not be read.`,
  // Kinds and jumps
  show: 'Show',
  kinds: {
    all: 'Everything',
    prompts: 'Prompts',
    words: 'Words only',
    calls: 'Tool calls',
    edits: 'Edits',
    failures: 'Failures',
  },
  jumps: { prompts: 'prompts', calls: 'tool calls', edits: 'edits', failures: 'failures' },
  jumpTo: 'Jump to',
  next: (kind: string) => `Next of the ${kind}`,
  previous: (kind: string) => `Previous of the ${kind}`,
  placeOf: (at: number, count: number) => `${figure(at)} of ${figure(count)}`,
  countOf: (count: number) => figure(count),
  // Search
  findInAll: 'Find in all',
  findLabel: 'Find in all sessions',
  findHint: 'Words in prompts, answers, calls and results',
  finding: (count: number) => `Searching, ${figure(count)} looked at`,
  found: (count: number) => (count === 1 ? 'Found in 1 session' : `Found in ${figure(count)} sessions`),
  foundNone: 'Found in no session.',
  places: (count: number, most: number) =>
    count >= most ? `${figure(most)} places or more` : count === 1 ? '1 place' : `${figure(count)} places`,
  searchFailed: 'The search ended early.',
  closeSearch: 'Close the search',
  // Commands
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  command: {
    filter: 'Filter the list',
    find: 'Find in all sessions',
    next: 'Jump to the next',
    previous: 'Jump to the previous',
    back: 'Back to the list',
    kind: (kind: string) => `Show: ${kind}`,
    theme: 'Change the theme',
    list: 'In the list',
    session: 'In a session',
    page: 'Everywhere',
  },
}

const oneDigit = (value: number): string =>
  value.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** `2,140` as `2.1k`, `388,000` as `388k`. */
export function shortCount(value: number): string {
  if (value < 1_000) return String(value)
  if (value < 10_000) return `${oneDigit(value / 1_000)}k`
  if (value < 1_000_000) return `${Math.round(value / 1_000)}k`
  return `${oneDigit(value / 1_000_000)}M`
}

/** Ms as `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function duration(ms: number): string {
  const seconds = ms / 1_000
  if (seconds < 10) return `${oneDigit(seconds)} s`
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

export const money = ({ amount, currency }: { amount: number; currency: string }): string =>
  formatMoney(amount, currency)

const day = (time: number): string => new Date(time).toDateString()

/** The time of today; of other days the day, with its year where that is another. */
export function when(time: number, now: number): string {
  const date = new Date(time)
  if (day(time) === day(now))
    return date.toLocaleTimeString(dateLocale, { hour: '2-digit', minute: '2-digit' })
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  return date.toLocaleDateString(dateLocale, {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  })
}

export const dateAndTime = (time: number): string =>
  new Date(time).toLocaleString(dateLocale, { dateStyle: 'medium', timeStyle: 'short' })

/** The last name of a path. */
export const lastName = (path: string): string => /([^/\\]+)[/\\]*$/.exec(path)?.[1] ?? path
