/** Strings of the code of the chat on screen and of the tour. */
export const englishCode = {
  title: 'Code',
  screen: 'This chat, with the server, the model and the settings that it has now:',
  install: 'npm install @antiphon/ui',
  app: 'App.tsx',
  theme: 'Theme',
  copy: 'Copy',
  copied: 'Copied',
  close: 'Close',
}
