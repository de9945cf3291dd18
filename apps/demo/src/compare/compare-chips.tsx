import { IconButton } from '@antiphon/ui'
import { ModelMenu } from '@antiphon/ui/shell'
import type { Compare } from './use-compare.js'

/** In the message box: the two models that are asked, and the way back to one. */
export function CompareChips({ compare }: { compare: Compare }) {
  const { models, first, second, onFirstChange, end } = compare
  const chip = (label: string, value: string, onChange: (id: string) => void) => (
    <span className="flex min-w-0 rounded-button border border-edge" data-chip={label}>
      <ModelMenu value={value} models={models} onChange={onChange}>
        <span className="min-w-0 truncate">
          <span className="sr-only">{label}: </span>
          <b className="font-medium text-text">{value || 'Choose a model'}</b>
        </span>
      </ModelMenu>
    </span>
  )
  return (
    <span role="group" aria-label="Compare two models" className="flex min-w-0 items-center gap-1.5">
      {chip('First model', first, onFirstChange)}
      <span className="text-[13px] text-text-2">and</span>
      {chip('Second model', second.id ?? '', second.set)}
      <IconButton icon="close" label="Stop comparing" onClick={end} />
    </span>
  )
}

/** Opens the list of the second model. */
export const chooseSecond = (): void =>
  document.querySelector<HTMLElement>('[data-chip="Second model"] button')?.click()
