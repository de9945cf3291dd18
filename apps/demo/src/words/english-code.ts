/** Strings of the dialog that shows the code of a screen or a part. */
export const englishCode = {
  open: 'Show code',
  title: 'Code',
  what: 'A part is drawn from the messages it is made of. This file draws it in your app as it is here.',
  screen: 'This chat, with the server, the model and the settings that it has now:',
  part: 'Part',
  parts: {
    answer: 'Whole answer',
    question: 'Question',
    thoughts: 'Thinking',
    text: 'Text',
    ending: 'Ending',
  },
  install: 'npm install @antiphon/ui',
  app: 'App.tsx',
  theme: 'Theme',
  copy: 'Copy',
  copied: 'Copied',
  close: 'Close',
}
