declare module '@antiphon/ui/parts' {
  interface EntryStrings {
    conversation: typeof englishConversation
  }
}

/** Words of what one can do in a conversation besides talking (`@antiphon/shell`). */
export const englishConversation = {
  find: {
    label: 'Find in this conversation',
    placeholder: 'Find',
    previous: 'Previous match',
    next: 'Next match',
    close: 'Close find',
    none: 'No matches',
    position: (n: string, total: string) => `${n} of ${total}`,
  },
  system: {
    title: 'System prompt',
    label: 'Instructions for this conversation',
    hint: 'Sent before all messages, from the next request on. Leave empty for none.',
    edit: 'Edit the system prompt',
  },
  feedback: {
    good: 'Good answer',
    bad: 'Bad answer',
    noted: 'Feedback saved',
    removed: 'Feedback removed',
  },
  remove: {
    menu: 'More for this message',
    message: 'Delete this message',
    answer: 'Delete this answer',
    from: 'Delete from here on',
    removed: (count: number, shown: string) =>
      count === 1 ? '1 message deleted.' : `${shown} messages deleted.`,
    removedTurn: 'Deleted.',
    undo: 'Undo',
  },
  quote: 'Ask about this',
  followUps: 'Next questions',
  plan: {
    title: 'Plan',
    done: (done: string, total: string) => `${done} of ${total}`,
    status: { completed: 'Done', in_progress: 'In progress', pending: 'To do' },
    stopped: 'Not finished',
  },
  pictures: {
    making: (count: number, shown: string) =>
      count === 1 ? 'A picture is made:' : `${shown} pictures are made:`,
    picture: (prompt: string, n: string) => `Picture ${n}${prompt === '' ? '' : `: ${prompt}`}`,
  },
  tokens: { open: 'How sure the model was' },
  speech: {
    read: 'Read aloud',
    stop: 'Stop reading',
    dictate: 'Dictate',
    stopDictation: 'Stop dictation',
    listening: 'Listening',
    blocked: 'The microphone is blocked for this page.',
    failed: 'Dictation stopped: nothing could be heard or the service did not answer.',
  },
  prompts: {
    label: 'Commands and prompts',
    none: 'No command or prompt fits.',
    title: 'Prompt library',
    hint: 'Type / in the message box to use one. {input} is where the cursor goes.',
    add: 'Add a prompt',
    name: 'Name',
    text: 'Text',
    remove: (name: string) => `Delete the prompt: ${name}`,
    taken: 'Another prompt has this name.',
    empty: 'Enter a name and a text.',
  },
  prices: {
    title: 'Prices per model',
    hint: 'Per million tokens, as your provider lists them. A name may end in * for all that begin so.',
    model: 'Model',
    input: 'Input',
    output: 'Output',
    cached: 'From cache',
    currency: 'Currency',
    add: 'Add a model',
    remove: (model: string) => `Delete the price of ${model}`,
    wrong: 'Enter a model, and prices of 0 or more.',
    total: 'This conversation',
    tokens: (shown: string) => `${shown} tokens`,
    unpriced: (count: number, shown: string) =>
      count === 1 ? '1 answer without a price' : `${shown} answers without a price`,
  },
}
