const stops = ['Escape', 'closes it; the focus goes back'] as const
const list = ['↑, ↓', 'the line before or after, round the ends'] as const

/** The keys of parts that listen to some, and what each does. Buttons and links have those of the browser. */
export const partKeys: Readonly<Record<string, readonly (readonly [keys: string, does: string])[]>> = {
  Chat: [['Enter, Escape, ↑', 'those of the message box, `Composer`']],
  Composer: [
    ['Enter', 'sends; with Shift a new line. `enterKey` changes that'],
    ['Escape', 'stops the answer that is on its way'],
    ['↑', 'in an empty box: edits the last message'],
  ],
  UserMessageView: [
    ['Enter', 'while it is edited: saves, as in the message box'],
    ['Escape', 'while it is edited: leaves it as it was'],
  ],
  MessageActions: [['←, →, Home, End', 'among the buttons; each is a stop of its own, too']],
  ToolApproval: [
    ['Y', 'allows; a destructive call at the second press'],
    ['N', 'denies'],
    ['Escape', 'leaves the edited arguments or the reason'],
    ['any of them, held', 'nothing: a key that was down before the question came does not answer it'],
  ],
  ToolQuestion: [['Enter, held', 'nothing: a key that was down before the question came does not answer it']],
  Palette: [list, ['Enter', 'closes it and runs the command'], stops],
  ModelMenu: [
    ['↓', 'on the button: opens it'],
    list,
    ['Enter', 'takes the model, or the id as it was typed'],
    stops,
  ],
  SlashCommands: [list, ['Home, End', 'first and last line'], ['Enter, Tab', 'takes the line'], stops],
  ShortcutSheet: [
    ['any keys', 'after a press on the keys of a command: its new ones'],
    ['Backspace', 'then: takes them away'],
    ['Escape', 'then: leaves them; otherwise closes the sheet'],
  ],
  SystemPromptSheet: [['Ctrl+Enter, ⌘Enter', 'saves'], stops],
  FindInThread: [['Enter, Shift+Enter', 'next and previous place'], stops],
  MessageMenu: [
    ['↓, ↑', 'on the button: opens it'],
    list,
    ['letters', 'the line that begins with them'],
    stops,
  ],
  RemovedNote: [['Escape', 'on Undo: closes the note, and the message stays deleted']],
  QuoteSelection: [
    ['Tab', 'goes to the button, while text of an answer is selected'],
    ['Escape', 'takes it away'],
  ],
  SourceCards: [['Escape', 'closes the card, which also opens when its mark has the focus']],
  VersionsPicker: [list, ['Home, End', 'first and last version'], stops],
  ThreadList: [
    ['↑, ↓, Home, End', 'among conversations and folders'],
    ['letters', 'the next title that begins with them'],
    ['F2, Delete', 'renames or deletes the conversation'],
  ],
  RenameField: [
    ['Enter', 'takes the new title'],
    ['Escape', 'leaves the old one'],
  ],
  ArtifactPanel: [stops],
  WireInspector: [
    ['↑, ↓, Page Up, Page Down, Home, End', 'among the rows'],
    ['→, ←', 'opens and closes a group of rows; goes into it and back to its head'],
    ['Enter, Space', 'opens or closes a group'],
  ],
}
