import { Icon } from '@antiphon/ui'
import { focusMessageBox } from '../header.js'
import { useStoredValue } from '../stored-value.js'
import { chosenAnswer, nextAnswers, nextFault } from './faults.js'
import { words } from '../words/words.js'

/** Below the message box of the scripted endpoint: says that the next answer goes wrong, until it has. A slash command chooses it. */
export function NextFault() {
  const chosen = chosenAnswer(useStoredValue(nextFault))
  if (!chosen) return null
  return (
    <button
      type="button"
      aria-label={words.home.nextFaultOff(nextAnswers[chosen])}
      className="inline-flex h-7 min-w-0 items-center gap-1.5 rounded-button bg-warn-soft px-2 text-[12px] text-text hover:bg-hover pointer-coarse:h-11"
      onClick={() => {
        nextFault.set('')
        focusMessageBox()
      }}
    >
      <span className="truncate">{words.home.nextFault(nextAnswers[chosen])}</span>
      <Icon name="close" className="size-3 flex-none" />
    </button>
  )
}
