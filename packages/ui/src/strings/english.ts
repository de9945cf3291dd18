import type { EntryStrings } from './entry-strings.js'
import { englishEndings } from './english-endings.js'
import { englishParts } from './english-parts.js'
import { defaultMarkdownStrings } from '../markdown/render/markdown-strings.js'

/**
 * The one table of words. Replace any entry through `<StringsProvider strings={…}>` or the `strings` prop of
 * `Transcript`, `Composer` and `Chat`. Figures arrive as formatted text; a count comes beside it where the words depend
 * on it.
 */
export const english = {
  ...englishEndings,
  ...englishParts,
  markdown: defaultMarkdownStrings,
  duration: {
    seconds: (value: string) => `${value} s`,
    minutes: (minutes: string, seconds: string) => `${minutes} min ${seconds} s`,
    hours: (hours: string, minutes: string) => `${hours} h ${minutes} min`,
  },
  transcript: {
    label: 'Conversation',
    messages: 'Messages',
    you: 'You',
    assistant: 'Assistant',
    notice: 'Note',
    named: (author: string, time?: string) => (time ? `${author}, ${time}` : author),
    showAll: 'Show all',
    emptyAnswer: 'Empty answer',
    showLess: 'Show less',
    codeBlock: 'Code',
    writtenElsewhere: 'Being written in another tab',
  },
  request: {
    changedOne: (field: string, change: string) => `Adapted to the server: \`${field}\`, ${change}.`,
    changedMany: (count: string) => `Adapted to the server in ${count} places.`,
    change: (change: string) => `, ${change}`,
    retried: (count: number, shown: string) => (count === 1 ? 'Tried twice.' : `Tried ${shown} times.`),
    said: (words: string) => `The server said: ${words}`,
    unseen: (count: number, shown: string) =>
      count === 1
        ? '1 attachment was sent by name only. This server does not take such files.'
        : `${shown} attachments were sent by name only. This server does not take such files.`,
    unread: (count: number, shown: string) =>
      count === 1
        ? 'One line of the stream could not be read and is missing here.'
        : `${shown} lines of the stream could not be read and are missing here.`,
    unshown: (count: number, shown: string, types: string, kinds: number) =>
      `${count === 1 ? '1 item' : `${shown} items`} of ${kinds === 1 ? 'type' : 'types'} ${types} ${count === 1 ? 'is' : 'are'} not shown.`,
    continued: (count: number, shown: string) =>
      count === 1 ? 'Continued once.' : `Continued ${shown} times.`,
    continuedFrom: 'The answer so far was sent as the beginning of the next one.',
    continuedBy: (asked: string) => `Sent after the answer so far, as a message of yours: ${asked}`,
  },
  jump: {
    latest: 'Jump to latest',
    answer: 'New answer',
    stopped: 'Stopped',
    approval: 'Approval needed',
  },
  usage: {
    in: (n: string) => `${n} in`,
    out: (n: string) => `${n} out`,
    rate: (n: string) => `${n} tok/s`,
    title: 'Usage',
  },
  messageActions: {
    label: 'Message actions',
    copyAnswer: 'Copy message from Assistant',
    copyUser: 'Copy your message',
    retry: 'Retry this answer',
    edit: 'Edit your message',
    copied: 'Copied',
    copyFailed: 'Copying was not allowed',
    copyAs: 'Copy this message as',
    markdown: 'Markdown',
    plain: 'Plain text',
    json: 'JSON of the message',
  },
  branch: {
    label: (n: string, total: string) => `Version ${n} of ${total}`,
    position: (n: string, total: string) => `${n}/${total}`,
    previous: 'Previous version',
    next: 'Next version',
  },
  approval: {
    notLoaded: 'A call waits for your answer, but the question could not be loaded.',
    granted: 'Allowed in this chat',
    revoke: (name: string) => `Ask again before ${name} runs`,
  },
  empty: { title: 'Start a conversation', suggestions: 'Suggestions' },
}

/** The words of the kit, as one table. */
export type Strings = typeof english

/** Any subset of the table. */
export type StringOverrides = DeepPartial<Strings & EntryStrings>

type DeepPartial<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends readonly (infer U)[]
    ? readonly U[]
    : T extends object
      ? { [K in keyof T]?: DeepPartial<T[K]> }
      : T
