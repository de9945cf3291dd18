/**
 * Kinds of faults that the model still finds, with what is known of each. Nearly all need two tabs, or a removal while a run is on.
 * Until the list is empty the test counts the sequences with a fault, names each, and fails when their share grows.
 */
export const openFaults: Readonly<Record<string, string>> = {
  'two-results': 'Two tabs, or a tab and a removed result, give one call two results.',
  'other-parent':
    'After two tabs put results between the same messages, a message follows another one on the disk than on screen.',
  'open-call-sent':
    'A result that is removed while the next request is made leaves its call open in that request.',
  'not-shown':
    'A thread is emptied while another tab writes an answer of it: that answer is stored and not shown here.',
  'asks-elsewhere': 'A tab asks about a call for a moment although another tab runs it.',
  'result-astray': 'A result is left without its answer when that is removed in another tab.',
  'no-answer': 'The answer of a live request is shown as if another tab wrote it.',
  'wrong-branch':
    'A message that waited follows another branch than the one that was shown when it was sent. Not explained yet.',
}

/** Of all sequences. When the list was made: 25 of 2,000 had one. */
export const OPEN_SHARE = 0.02
