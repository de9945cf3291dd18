/** All versions of a conversation. */
export const englishVersions = {
  title: 'Versions of this conversation',
  close: 'Close',
  you: 'You',
  answer: 'Answer',
  note: 'Note',
  shown: 'shown · ',
  messages: (count: number) => (count === 1 ? '1 message' : `${count} messages`),
  empty: 'Without text',
  calls: (name: string) => `Calls ${name}`,
}
