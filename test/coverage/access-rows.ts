import type { SectionRows } from './wire-coverage.js'

const story = (title: string) => `gallery-x > ${title}`
const device = (title: string) => `gallery-devices > ${title}`
const keys = (title: string) => `a11y-keyboard > ${title}`
const speech = (title: string) => `a11y-announcements > ${title}`
const everyStory =
  'gallery-stories > X30 X31 X37 X40 every story renders on a server, hydrates without a warning, and is free of axe findings in light, dark, and right to left at 390 px without sideways scroll'

/** Part C of the trust checklist, statement by statement, in our own short words. */
export const accessRows: SectionRows = {
  C1: {
    'X1 a quiet transcript': [
      speech('X1 it is a named region of messages and no live region, and tokens change none'),
    ],
    'X2 one region that speaks': [
      speech('X2 it says once that the answer started, and once that it ended and how long it is'),
      speech('X2 it says once that the answer was stopped'),
      speech('X2 it says an error once, at once, with what to do'),
      speech('X2 it says once, at once, that approval is needed, for each question that comes'),
    ],
    'X3 spoken text without markup': [
      speech(
        'X3 the whole answer is spoken without markup: code by name and length, pictures by their text, links as links',
      ),
    ],
    'X4 the life of an entry': [
      speech('X4 it is there before it is used, and an old thread announces nothing'),
      speech('X4 an entry stays for more than a second and then goes'),
    ],
    'X5 settings': [
      speech(
        'X5 sentences are read while they stream, one announcement in two seconds at most, and the rest at the end',
      ),
      speech('X5 nothing is said when announcements are off'),
    ],
    'X6 messages as articles': [
      story('X6 each message is an article with a name, and headings in it begin below those of the page'),
    ],
    'X7 the focus stays': [
      keys('X7 it stays where it is through a whole answer with thoughts, a call, a question and an error'),
    ],
  },
  C2: {
    'X10 Send and Stop': [
      keys(
        'X10 after Send it stays in the composer; Stop takes the place of Send, and a press of it loses nothing',
      ),
    ],
    'X11 where the focus goes': [
      keys('X11 after %s it is on something that is there'),
      'demo > edits a question in its place, keeps both versions, and leaves the draft alone',
    ],
    'X12 order, no trap, skip': [
      keys(
        'X12 the Tab key goes through the transcript, then a question, then the composer, and back, with no trap',
      ),
      'demo-accessibility > is worked with the keyboard alone: skip link, header, threads, transcript, message box, in that order',
    ],
    'X13 the scroll area, message to message': [
      keys('X13 the transcript takes the focus and scrolls with the keys'),
      'demo-keyboard > X13 J and K go from message to message, Escape goes back to the box, and letters in the box stay letters',
    ],
    'X14 single keys, Enter, input methods': [
      keys(
        'X14 letters do nothing outside a question, the composer says what Enter does, and an input method may end with it',
      ),
      'shell > keys are changed, taken away, switched off and put back in the sheet, and work at once',
    ],
    'X15 actions on focus and touch': [
      keys('X15 actions that show on hover show on focus as well, and take no other place'),
    ],
    'X16 used buttons keep the focus': [
      keys('X16 a button that cannot be used keeps the focus'),
      'shell > a check says how many of which, of each what was seen, and of a failed one what to do',
    ],
  },
  C3: {
    'X20 disclosures': [
      story(
        'X20 what opens is a button that says whether it is open and what it opens; closed content takes no focus',
      ),
    ],
    'X21 approval in place': [
      keys(
        'X21 a question is a named group with its words in it, no dialog, and Escape takes back what was begun',
      ),
    ],
    'X22 names with their object': [
      story('X22 every control has a name, and those that act on one message say whose'),
      keys('X22 a copy that worked is announced'),
    ],
    'X23 code blocks': [
      story('X23 code scrolls in an area that takes focus and has a name, and can be copied'),
    ],
    'X24 tables': [story('X24 tables have header cells and scroll inside a named area that takes focus')],
    'X25 errors at their fields': [
      'demo-keyboard-only > X25 what is wrong with a setting stands with its field and is read with it, and a key can be pasted',
      'demo-settings > names the key where it is missing',
      'shell > open by their keys, keep what is wrong in front of one, save, and give the focus back',
    ],
  },
  C4: {
    'X30 contrast': [
      everyStory,
      'tokens > X30 every text colour reads on every ground in %s (4.5), every edge shows (3)',
      'tokens > X30 the colours and ratios of the design come out of the CSS, token by token',
      'tokens > X30 every colour of code reads on the ground of code in %s (4.5)',
      'tokens > X30 code and placeholders are coloured with tokens that hold on their ground',
      device('X30 with more contrast quiet text and hairlines have full strength in %s, on every ground'),
    ],
    'X31 targets': [
      everyStory,
      story('X31 on a touch screen every target is 44 px high and wide, but for links in a line of text'),
      device('X31 under a finger a compact row is as tall as any other'),
      'demo-accessibility > X31 nothing sticks out, every target is 44 px, and axe finds nothing',
    ],
    'X32 400 % zoom': [
      story(
        'X32 at 400 % zoom nothing scrolls two ways but code and tables, and the composer takes at most half the height',
      ),
      device(
        'X32 in a panel of 320 px on a wide page the most telling stories fit: containers decide, not the window',
      ),
    ],
    'X33 text spacing and size': [
      story('X33 nothing is cut with the text spacing of WCAG 1.4.12 and text of 200 %'),
    ],
    'X34 the ring': [
      'gallery-x > X34 every stop of the Tab key shows a ring and is not covered, in a window of 480 px',
    ],
    'X35 motion': [
      story('X35 with reduced motion nothing moves'),
      story('X35 without it only marks and the caret of a running answer move for long, never text'),
    ],
    'X36 forced colours': [
      story(
        'X36 in forced colours every state keeps its shape, every icon and control a colour of the system',
      ),
      device(
        'X36 in forced colours every mark of a state is drawn in a colour that shows, in light and in dark',
      ),
    ],
    'X37 right to left': [
      everyStory,
      story(
        'X37 right to left, each message takes its direction from its own words, and code stays as it is',
      ),
      'logical-css > X37 no sheet and no class names a side: everything is said of start and end',
    ],
    'X38 language and words': [
      'demo-accessibility > has a language, a title, one heading of the first level, and its landmarks',
      'german > X38 the German table has every entry of the English one, with every figure in it',
      'german > X38 no entry was left in English',
    ],
    'X39 reading while it grows': [
      keys('X39 after the reader %s nothing that is read moves, and a named button leads to the end'),
    ],
  },
  C5: {
    'X40 axe everywhere': [everyStory, 'demo-accessibility > axe finds nothing in light and dark: %s'],
    'X41 keyboard alone': [
      'demo-keyboard-only > X41 everything goes without a mouse: endpoint, send, stop, approve, thoughts, copy, retry, edit, another thread, export',
    ],
    'X42 what is heard': [
      'a11y-spoken > X42 send and answer',
      'a11y-spoken > X42 stop',
      'a11y-spoken > X42 error',
      'a11y-spoken > X42 tool approval',
      'a11y-spoken > X42 an old thread is opened',
    ],
    'X43 the accessibility tree': [
      'gallery-tree > X43 the accessibility tree of a thread while it streams',
      'gallery-tree > X43 the accessibility tree of the same thread after it',
    ],
    'X44 real screen readers, by hand': [
      'no test: needs a person with NVDA, VoiceOver and TalkBack before a release; a virtual reader does not replace that',
    ],
  },
}
