import type { AssistantMessage } from '@antiphon/core'
import type { IconName } from '@antiphon/ui'
import type { NextAnswer } from '../chaos/faults.js'
import { words } from '../words/words.js'

/** A way to begin: what goes into the message box. The scripted endpoint reads English. */
export interface Start {
  label: string
  /** One line about what the answer shows. */
  detail: string
  icon: IconName
  prompt: string
}

const said = words.home

/** Questions that show the scripted endpoint at its best. */
export const starts: readonly Start[] = [
  { ...said.starts.time, prompt: 'What time is it in Oslo and Tokyo?', icon: 'group' },
  { ...said.starts.towns, prompt: 'Look up two towns, let one fail', icon: 'error' },
  { ...said.starts.coins, prompt: 'Weigh twelve coins three times', icon: 'thinking' },
  { ...said.starts.primes, prompt: 'Add the first ten primes in code', icon: 'awaiting' },
]

/** A state to show: the scenario that answers the next question, whatever its text. A `file` is attached. */
export interface State {
  label: string
  icon: IconName
  prompt: string
  next: NextAnswer
  file?: () => File
}

const aboutCoast = 'Tell me about the coast'

const pools = 'window,pool,p95_ms,errors\n20:00-22:00,40,212,0.0002\n22:10-00:00,8,1940,0.017\n'

const page = 'Build a page that shows how a pool fills up'
const formulas = 'Why does a small pool wait so long? Show the formulas.'

/** Questions that may follow, by the words of the scripted endpoint's last answer. */
export function followUpsOf({ content }: AssistantMessage): readonly string[] {
  if (content.includes('make it warn in red')) return ['Make it warn in red', formulas]
  return content.includes('The wait in a queue grows') ? [page] : []
}

/** More states it can show. Anything else that a person writes is answered with its guide. */
export const states: readonly State[] = [
  {
    label: said.states.table,
    icon: 'notice',
    prompt: 'Where can a page keep a conversation? Compare the places in a table.',
    next: 'answer',
  },
  {
    label: said.states.formulas,
    icon: 'other',
    prompt: formulas,
    next: 'formulas',
  },
  {
    label: said.states.page,
    icon: 'open',
    prompt: page,
    next: 'artifact',
  },
  {
    label: said.states.sources,
    icon: 'continued',
    prompt: 'How does an answer reach the page word by word? Cite your sources.',
    next: 'citations',
  },
  {
    label: said.states.plan,
    icon: 'group',
    prompt: 'Make a plan to size the pool, and work through it',
    next: 'plan',
  },
  {
    label: said.states.pictures,
    icon: 'image',
    prompt: 'Draw a lighthouse at four times of the day',
    next: 'pictures',
  },
  {
    label: said.states.file,
    icon: 'file',
    prompt: 'What is in this file?',
    next: 'attachments',
    file: () => new File([pools], 'pools.csv', { type: 'text/csv' }),
  },
  { label: said.states.cut, icon: 'cut-off', prompt: aboutCoast, next: 'length' },
  { label: said.states.filter, icon: 'filtered', prompt: aboutCoast, next: 'content-filter' },
  { label: said.states.declines, icon: 'declined', prompt: aboutCoast, next: 'refusal' },
  { label: said.states.error, icon: 'alert', prompt: aboutCoast, next: 'error-midstream' },
  { label: said.states.silent, icon: 'paused', prompt: aboutCoast, next: 'stall' },
]
