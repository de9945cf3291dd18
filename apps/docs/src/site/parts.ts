/** A component that has a page of its own. Its props, slots and keys are read from its sources; here is the rest, which only a person knows. */
export interface Part {
  name: string
  group: string
  /** The guide that it belongs to: a file of docs, with a place in it. */
  guide: string
  /** When something else serves better. */
  whenNot: string
  /** A story file below packages, without its ending, where its states are. None for what opens over the page, takes the focus or has a main area. */
  stories?: string
  /** Parts of names of the stories in that file which show it; without it, all. */
  states?: RegExp
  /** A scenario of the scripted endpoint whose answer has it on screen. */
  stream?: string
  /** Height of the places where it is live. */
  size?: 'small' | 'large'
}

const ui = (folder: string, file = folder): string => `ui/src/components/${folder}/${file}`

type Ungrouped = Omit<Part, 'group'>

const groups: Record<string, readonly Ungrouped[]> = {
  'Whole things': [
    {
      name: 'Chat',
      guide: 'use-chat.md',
      whenNot:
        'For messages that nobody continues take `Transcript`: it has no box and needs no endpoint. For markup of your own take the hooks of `@antiphon/react`.',
      size: 'large',
    },
    {
      name: 'Transcript',
      guide: 'components.md',
      whenNot:
        'For a chat that goes on take `Chat`, which brings the box, the queue and the buttons of endings. For one text without a conversation take `Markdown`.',
      stories: ui('transcript'),
      stream: 'parallel-tools',
      size: 'large',
    },
    {
      name: 'Composer',
      guide: 'components.md#messages-that-wait',
      whenNot:
        'Inside of `Chat` it is there already: pass props to it with `composer`, or replace it with `slots`.',
    },
    {
      name: 'AntiphonRoot',
      guide: 'styling.md#elements-of-your-own',
      whenNot:
        '`Chat` and `Transcript` bring their own. Elements that should look like the rest of your page belong outside of it.',
    },
    {
      name: 'EmptyState',
      guide: 'components.md#an-empty-conversation',
      whenNot: 'A page of your own before the first message is any element in `transcript={{ empty }}`.',
      stories: ui('empty-state'),
    },
  ],
  Messages: [
    {
      name: 'UserMessageView',
      guide: 'components.md#replacing-a-part',
      whenNot:
        'A transcript draws it by itself. Use it in the slot `UserMessage`, where your own component wraps it.',
      stories: ui('user-message'),
    },
    {
      name: 'AssistantMessageView',
      guide: 'components.md#replacing-a-part',
      whenNot:
        'A transcript draws it by itself. Use it in the slot `AssistantMessage`, where your own component wraps it.',
      stories: ui('assistant-message', 'content'),
      stream: 'answer',
    },
    {
      name: 'Reasoning',
      guide: 'components.md#replacing-a-part',
      whenNot:
        'For people who should not read thoughts replace it with `() => null` in `slots`, so that no row says that there were any.',
      stories: ui('reasoning'),
      stream: 'thinker',
    },
    {
      name: 'StructuredOutput',
      guide: 'components.md#replacing-a-part',
      whenNot: 'An answer that is prose never reaches it. For the arguments of a tool take `toolRenderers`.',
    },
    {
      name: 'MessageActions',
      guide: 'components.md#replacing-a-part',
      whenNot:
        'Buttons of your own below an answer are children of it, or a component in the slot `MessageActions`.',
      stories: ui('turn'),
      states: /^Done/,
      stream: 'answer',
    },
    {
      name: 'BranchPicker',
      guide: 'use-chat.md',
      whenNot: 'With one version it draws nothing, so no condition is needed around it.',
      stories: ui('transcript', 'threads'),
      states: /^Two/,
    },
    {
      name: 'SystemNotice',
      guide: 'components.md#reading',
      whenNot: 'It is for developers. Leave `showSystem` off where people read who did not write the prompt.',
      stories: ui('system-notice'),
    },
    {
      name: 'UsageMeter',
      guide: 'components.md#for-people-who-are-not-developers',
      whenNot: 'For people who are not developers: `audience="people"` leaves it out.',
      stories: ui('usage-meter'),
      stream: 'answer',
      size: 'small',
    },
  ],
  Tools: [
    {
      name: 'ToolCallView',
      guide: 'tools.md',
      whenNot:
        'For a view of what one tool returns take `toolRenderers`: the row with its state stays, and a failure cannot be hidden by accident.',
      stories: ui('tool-call'),
      stream: 'one-tool',
    },
    {
      name: 'ToolGroup',
      guide: 'tools.md',
      whenNot: 'A transcript draws it from two calls of one message on; a single call has no group.',
      stories: ui('tool-group'),
      stream: 'parallel-tools',
    },
    {
      name: 'ToolApproval',
      guide: 'tools.md',
      whenNot:
        'Tools that only read need no question. For questions of the model with several answers take `ToolQuestion`.',
      stories: ui('tool-approval'),
      stream: 'needs-approval',
    },
    {
      name: 'ToolQuestion',
      guide: 'tools.md',
      whenNot: 'To allow or deny a call take `ToolApproval`, which shows the arguments and keeps a grant.',
      stories: ui('tool-approval', 'tool-question'),
    },
    {
      name: 'ToolArgs',
      guide: 'tools.md',
      whenNot:
        'A call shows it in its fold. Alone it is for a renderer that keeps the arguments and draws its own result.',
      stream: 'one-tool',
    },
    {
      name: 'ToolResult',
      guide: 'tools.md',
      whenNot: 'A call shows it in its fold. For cards, maps or charts take `toolRenderers`.',
      stories: ui('tool-result'),
      stream: 'one-tool',
    },
    {
      name: 'planView',
      guide: 'shell.md#views-of-tools',
      whenNot: 'For steps within one call take `ToolProgress` of core: they are part of the call.',
      stories: 'shell/src/views/views',
      states: /Plan/,
    },
    {
      name: 'picturesView',
      guide: 'shell.md#views-of-tools',
      whenNot: 'A picture in the answer of a model needs no tool and no view: the transcript shows it.',
      stories: 'shell/src/views/views',
      states: /Picture/,
    },
  ],
  'Endings and notes': [
    {
      name: 'FinishBadge',
      guide: 'components.md#how-an-answer-ended',
      whenNot:
        'An answer that ended well has none. Do not add one of your own for success: only what failed is marked.',
      stories: ui('turn'),
      states: /Truncated|Ran|Cut|Filtered|Refusal|Incomplete|Unknown|Cancelled/,
      stream: 'length',
    },
    {
      name: 'ErrorCard',
      guide: 'components.md#how-an-answer-ended',
      whenNot:
        'For an answer that broke off after some text take `FinishBadge`; the transcript chooses by what arrived.',
      stories: ui('error-card'),
      stream: 'error-midstream',
    },
    {
      name: 'Notice',
      guide: 'components.md',
      whenNot: 'For failures of a request take `ErrorCard`, which knows the next step of each kind.',
    },
    {
      name: 'RequestNoteView',
      guide: 'endpoints.md',
      whenNot:
        'It appears when a request had to be changed. Where no one should see that, replace the slot `RequestNote`.',
      stories: ui('request-note'),
      states: /Healed|Tried/,
    },
    {
      name: 'ContinuedNote',
      guide: 'components.md#how-an-answer-ended',
      whenNot:
        'A transcript draws it where an answer was continued; alone it is only for a replaced message.',
      stories: ui('request-note'),
      states: /Continu/,
    },
    {
      name: 'UnreadNote',
      guide: 'components.md',
      whenNot:
        'It names fields that the reader kept and did not understand. Readers of finished transcripts rarely need it.',
      stories: ui('request-note'),
      states: /Unread/,
    },
    {
      name: 'UnshownNote',
      guide: 'components.md',
      whenNot:
        'It names content that no component draws. With a component for that content it does not appear.',
    },
  ],
  Controls: [
    {
      name: 'Button',
      guide: 'styling.md#elements-of-your-own',
      whenNot:
        'Your design system has a button: use that. This one is for parts of your own inside of the kit.',
      size: 'small',
    },
    {
      name: 'IconButton',
      guide: 'styling.md#elements-of-your-own',
      whenNot: 'Where there is room for a word take `Button`: icons alone are guessed.',
      size: 'small',
    },
    {
      name: 'JumpToLatest',
      guide: 'components.md#replacing-a-part',
      whenNot:
        'A transcript that scrolls has it already. In a page that scrolls as a whole nothing is out of sight.',
      stories: ui('jump-to-latest'),
      size: 'small',
    },
  ],
  'Around a chat': [
    {
      name: 'ModelMenu',
      guide: 'shell.md',
      whenNot: 'With one model there is nothing to choose: name it in `model` and leave the slot out.',
      size: 'large',
    },
    {
      name: 'ContextMeter',
      guide: 'shell.md',
      whenNot: 'Where the server trims the thread itself its figure says nothing.',
      stories: 'shell/src/context-meter/context-meter',
    },
    {
      name: 'Palette',
      guide: 'shell.md',
      whenNot: 'Under ten commands a menu is found sooner.',
      size: 'large',
    },
    {
      name: 'ShortcutSheet',
      guide: 'shell.md',
      whenNot: 'An app without keys of its own: the keys of the kit are shown on its buttons.',
      size: 'large',
    },
    {
      name: 'SettingsSheet',
      guide: 'shell.md',
      whenNot: 'An app that has a page of settings: put the fields there.',
      size: 'large',
    },
    {
      name: 'CheckList',
      guide: 'shell.md',
      whenNot: 'For progress of a tool take its steps (`ToolProgress` of core), which are part of the call.',
      size: 'large',
    },
    {
      name: 'VersionsPicker',
      guide: 'shell.md',
      whenNot: 'For versions of one message the arrows below it (`BranchPicker`) are enough.',
      stories: 'shell/src/versions/versions-picker',
      states: /Closed/,
      size: 'large',
    },
    ...(
      [
        [
          'AnswerFeedback',
          /Thumbs/,
          'Without a place where the thumbs are kept, leave them out: people take them for a promise.',
        ],
        [
          'DictateButton',
          undefined,
          'Browsers without speech recognition show nothing. Phones have dictation on their keyboard.',
        ],
        [
          'FindInThread',
          undefined,
          'A short thread is found by the browser itself; this one also finds messages that are not drawn.',
        ],
        ['FollowUps', /AsksNext/, 'Where an answer is the end of the matter they are in the way.'],
        ['MessageMenu', /Menu/, 'Two or three actions are better as buttons in `MessageActions`.'],
        [
          'QuoteSelection',
          /^Quote$/,
          'Where answers are a line or two, people write what they mean sooner than they select it.',
        ],
        [
          'SourceCards',
          /SourceCard/,
          'Answers that cite nothing have no marks. The list of sources below an answer is there without it.',
        ],
        ['RemovedNote', undefined, 'Where nothing can be taken back, ask before you remove.'],
        ['PriceSheet', undefined, 'For people who do not pay for the model themselves.'],
        [
          'PromptSheet',
          undefined,
          'Prompts that everybody shares belong on your server, and into `suggestions`.',
        ],
        ['SlashCommands', undefined, 'With one or two commands, buttons beside the box are found sooner.'],
        ['SystemPromptSheet', undefined, 'Where the prompt is yours and not that of the person who chats.'],
      ] as const
    ).map(([name, states, whenNot]): Ungrouped => ({
      name,
      guide: 'shell.md#in-a-conversation',
      whenNot,
      ...(states && { stories: 'shell/src/conversation/conversation', states }),
      size: 'large',
    })),
    {
      name: 'ArtifactPanel',
      guide: 'artifacts.md',
      whenNot:
        'A text that nobody keeps belongs into the answer. For a result that needs a view take `toolRenderers`.',
      size: 'large',
    },
  ],
  'Threads and the wire': [
    {
      name: 'ThreadList',
      guide: 'threads.md',
      whenNot: 'With one conversation for each page of your app, the page is the list.',
      stories: 'threads/src/ui/thread-list',
      size: 'large',
    },
    {
      name: 'RenameField',
      guide: 'threads.md',
      whenNot: '`ThreadList` has it already. It is for a list of your own.',
    },
    {
      name: 'WireInspector',
      guide: 'inspector.md',
      whenNot:
        'In production pages of people who are not developers: it shows every byte, keys of headers left out.',
      stories: 'devtools/src/react/wire-inspector',
      size: 'large',
    },
  ],
}

/** All parts in the order of the site. */
export const parts: readonly Part[] = Object.entries(groups).flatMap(([group, members]) =>
  members.map((member) => ({ ...member, group })),
)

/** `ToolCallView` as `tool-call-view`: the end of its address, and the name of its example. */
export const partSlug = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()
