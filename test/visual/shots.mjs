// The stories whose look is kept: each state that a reader must tell from the others, and the whole screens.

const dark = { theme: 'dark' }
const phone = { width: 390 }
const rtl = { direction: 'rtl' }
const compact = { density: 'compact' }

/** `[story, how it is shown]`; the picture is named after both. */
const rows = [
  ['screens--checkout-latency'],
  ['screens--checkout-latency', dark],
  ['screens--checkout-latency', phone],
  ['screens--checkout-latency', rtl],
  ['screens--any-array'],
  ['screens--german', compact],
  ['screens--empty'],
  ['turn--waiting-long'],
  ['turn--streaming-prose'],
  ['turn--done'],
  ['turn--cancelled'],
  ['turn--truncated'],
  ['turn--ran-out-while-thinking'],
  ['turn--cut-off-in-a-call'],
  ['turn--filtered-empty'],
  ['turn--refusal'],
  ['turn--incomplete', dark],
  ['turn--unknown-finish'],
  ['turn--error-after-text'],
  ['reasoning--stopped'],
  ['user--editing-in-place'],
  ['reasoning--hidden-by-provider'],
  ['tools-call--writing-fields'],
  ['tools-call--running-with-progress'],
  ['tools-call--failed', dark],
  ['tools-call--denied-with-reason'],
  ['tools-call--unanswered'],
  ['tools-call--falsy-results'],
  ['tools-call--table-result'],
  ['tools-call--deceptive-text'],
  ['tools-group--every-state'],
  ['tools-group--every-state', dark],
  ['tools-approval--destructive'],
  ['tools-approval--edited-arguments', phone],
  ['errors--network-or-cors'],
  ['errors--rate-limit-counting', rtl],
  ['content--markdown-kitchen-sink'],
  ['content--half-open-fence', dark],
  ['user--attachments', phone],
  ['composer--streaming-with-queue'],
]

export const shots = rows.map(([id, look = {}]) => ({
  id,
  name: [id, look.theme, look.width, look.direction, look.density].filter(Boolean).join('.'),
  theme: 'light',
  direction: 'ltr',
  density: 'comfortable',
  width: 800,
  ...look,
}))
