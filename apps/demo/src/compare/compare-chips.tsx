import { IconButton } from '@antiphon/ui'
import { ModelMenu } from '@antiphon/shell'
import type { Compare } from './use-compare.js'
import { words } from '../words/words.js'

const said = words.conversation.compare

/** In the message box: the two models that are asked, and the way back to one. */
export function CompareChips({ compare }: { compare: Compare }) {
  const { models, first, second, onFirstChange, end } = compare
  const chip = (place: 'first' | 'second', value: string, onChange: (id: string) => void) => (
    <span className="flex min-w-0 rounded-button border border-edge" data-chip={place}>
      <ModelMenu value={value} models={models} onChange={onChange}>
        <span className="min-w-0 truncate">
          <span className="sr-only">{said[place]}: </span>
          <b className="font-medium text-text">{value || said.chooseModel}</b>
        </span>
      </ModelMenu>
    </span>
  )
  return (
    <span role="group" aria-label={words.shell.compare} className="flex min-w-0 items-center gap-1.5">
      {chip('first', first, onFirstChange)}
      <span className="text-[13px] text-text-2">{said.and}</span>
      {chip('second', second.id ?? '', second.set)}
      <IconButton icon="close" label={said.end} onClick={end} />
    </span>
  )
}

/** Opens the list of the second model. */
export const chooseSecond = (): void =>
  document.querySelector<HTMLElement>('[data-chip="second"] button')?.click()
