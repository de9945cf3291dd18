/** Words for actions on a conversation: find, title, cost, notices, comparing. */
export const englishConversation = {
  asksForTitle: 'Asking for a title…',
  renamedTo: (title: string) => `Renamed to “${title}”.`,
  noTitle: (why: string) => `No title: ${why}`,
  noPrices: 'No prices',
  agents: {
    planAlone: 'Plan',
    plan: (done: number, steps: number) => `Plan: ${done} of ${steps} done`,
  },
  copyAs: { plain: 'Copy as plain text', json: 'Copy as JSON' },
  notices: {
    done: 'The answer is ready',
    failed: 'The answer failed',
    asks: 'A question waits for you',
  },
  /** Prompts that the library has at first. */
  firstPrompts: [
    { name: 'explain', text: 'Explain {input} to somebody who is new to it, with one example.' },
    { name: 'review', text: 'Review this and name the three most serious problems:\n\n{input}' },
    { name: 'shorter', text: 'Say the same in half the words.' },
  ],
  textSize: 'Text size',
  textSizes: { normal: 'Normal', large: 'Large', largest: 'Largest' },
  enter: 'Enter',
  enterKeys: { device: 'As on this device', send: 'Sends', line: 'New line' },
  thinking: 'Thinking',
  thinkings: { auto: 'Open while it thinks', closed: 'Closed', open: 'Open' },
  compare: {
    short: 'Compare',
    chooseModel: 'Choose a model',
    first: 'First model',
    second: 'Second model',
    and: 'and',
    end: 'Stop comparing',
  },
}
