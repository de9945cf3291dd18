/** An action's name, its name in a menu beside others, and more words by which the palette finds it. */
interface ActionWords {
  label: string
  short?: string
  keywords?: string
}

const named = <Id extends string>(actions: Record<Id, ActionWords>): Record<Id, ActionWords> => actions

/** Names of everything one can do, by the id of the action. */
export const englishActions = named({
  palette: { label: 'Search' },
  new: { label: 'New conversation' },
  model: { label: 'Choose the model' },
  compare: { label: 'Compare two models', keywords: 'compare side by side' },
  find: { label: 'Find in this conversation', keywords: 'search words' },
  wire: {
    label: 'Show or hide the wire',
    short: 'Wire',
    keywords: 'requests network stream inspector debug',
  },
  export: { label: 'Export this conversation', short: 'Export', keywords: 'download save' },
  system: {
    label: 'System prompt of this conversation',
    short: 'System prompt',
    keywords: 'instructions',
  },
  copy: { label: 'Copy the last answer' },
  'copy-code': { label: 'Copy the last code block' },
  retry: { label: 'Retry the last answer' },
  stop: { label: 'Stop the answer' },
  title: { label: 'Suggest a title', keywords: 'rename name' },
  cost: { label: 'Cost and prices', keywords: 'money tokens usage' },
  prompts: { label: 'Prompt library', keywords: 'templates slash' },
  notices: { label: 'Notify me of long answers' },
  focus: { label: 'Write a message' },
  back: { label: 'Back to the message box' },
  'next-turn': { label: 'Next message' },
  'previous-turn': { label: 'Previous message' },
  pin: { label: 'Pin' },
  unpin: { label: 'Unpin' },
  duplicate: { label: 'Duplicate' },
  delete: { label: 'Delete' },
  transcripts: { label: 'Open a transcript', keywords: 'file read paste viewer sessions' },
  import: { label: 'Import conversations', keywords: 'upload open restore' },
  'export-all': { label: 'Export all conversations', keywords: 'download save backup' },
  settings: { label: 'Settings', keywords: 'endpoint key model check' },
  tools: { label: 'Tools', short: 'Tools…', keywords: 'functions mcp' },
  connect: { label: 'Connect another server', keywords: 'add new endpoint provider' },
  sidebar: { label: 'Show or hide the sidebar', keywords: 'list conversations fold' },
  looks: { label: 'Theme…', keywords: 'colours accent corners font css' },
  shortcuts: { label: 'Keyboard shortcuts' },
  about: { label: 'What is this?', keywords: 'about version docs help' },
})
