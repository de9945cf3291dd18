/** Strings of the export of a conversation and of the review before it. */
export const englishShare = {
  title: 'Export',
  share: 'Share',
  shareAsPage: 'Share as a page',
  shareText: 'One file with the whole conversation, readable in any browser. Nothing is uploaded.',
  saved: (name: string) => `Saved as ${name}. Send it to anyone: it needs no server.`,
  stillIn: (names: string) => `${names} would still be in it, so it was not made.`,
  file: 'Conversation file',
  fileText: 'All versions and ratings, to be imported here again.',
  downloadFile: 'Download the conversation',
  download: 'Download',
  copy: 'Copy',
}
