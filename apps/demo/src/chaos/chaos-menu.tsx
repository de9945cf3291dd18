import { Icon } from '@antiphon/ui'
import { Menu } from '@antiphon/ui/parts'
import { focusMessageBox } from '../header.js'
import { AppIcon } from '../shell/icons.js'
import { useStoredValue } from '../stored-value.js'
import { chosenAnswer, faults, nextAnswers, nextFault, type Fault } from './faults.js'
import { words } from '../words/words.js'

/** Below the message box of the scripted endpoint: makes the next answer go wrong, and says so until it has. */
export function ChaosMenu() {
  const model = useStoredValue(nextFault)
  const chosen = chosenAnswer(model)
  const choose = (next: string) => (): void => {
    nextFault.set(next)
    focusMessageBox()
  }
  const line = (fault: Fault) => ({
    id: fault.model,
    label: words.home.faults[fault.model],
    icon: fault.icon,
    run: choose(fault.model),
  })
  return (
    <>
      <Menu
        label={words.home.chaos}
        icon={<AppIcon name="chaos" />}
        groups={[faults.slice(0, 7).map(line), faults.slice(7).map(line)]}
      />
      {chosen && (
        <button
          type="button"
          aria-label={words.home.nextFaultOff(nextAnswers[chosen])}
          className="inline-flex h-7 min-w-0 items-center gap-1.5 rounded-button bg-warn-soft px-2 text-[12px] text-text hover:bg-hover pointer-coarse:h-11"
          onClick={choose('')}
        >
          <span className="truncate">{words.home.nextFault(nextAnswers[chosen])}</span>
          <Icon name="close" className="size-3 flex-none" />
        </button>
      )}
    </>
  )
}
