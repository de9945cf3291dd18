const box = (label: string, keys: string) => ({ label, keys, group: 'Message box' })

/** Keys of the kit's components, which are theirs and cannot be changed here. */
export const composerKeys = [
  box('Send', 'Enter'),
  box('New line', 'Shift+Enter'),
  box('Send, however Enter is set', 'Mod+Enter'),
  box('Edit the last message, in an empty box', 'ArrowUp'),
  box('Leave an edit, or stop the answer', 'Escape'),
  { label: 'Allow, in a question to you', keys: 'Y', group: 'Approval' },
  { label: 'Deny, in a question to you', keys: 'N', group: 'Approval' },
]
