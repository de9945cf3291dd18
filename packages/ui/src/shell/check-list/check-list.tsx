import { useId, type ComponentProps, type ReactNode } from 'react'
import { Button } from '../../components/button/button.js'
import { cx } from '../../lib/cx.js'
import { englishShell } from '../../strings/english-shell.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import type { CheckItem } from './check-item.js'
import { CheckLine } from './check-line.js'

export interface CheckListProps<Check extends CheckItem> extends Omit<
  ComponentProps<'section'>,
  'children' | 'title'
> {
  /** What was found so far. Undefined: nobody has looked yet. */
  checks: readonly Check[] | undefined
  /** Default: "Check". */
  title?: string
  /** More is to come. */
  running?: boolean
  /** Looks, again where it has been looked before. Without it there is no button. */
  onRun?: () => void
  /** There is nothing to look at yet; the button stays and keeps the focus. */
  disabled?: boolean
  /** What a look does and costs; shown until somebody has looked. */
  hint?: ReactNode
  /** A button that does what a line says, such as taking over an address that was found. */
  renderAction?: (check: Check) => ReactNode
}

const counted = [
  ['pass', 'checkPassed'],
  ['note', 'checkNoted'],
  ['fail', 'checkFailed'],
] as const

/** What was tried of an endpoint, and of each that it works or exactly what to change. It begins with how many of which. */
export function CheckList<Check extends CheckItem>(props: CheckListProps<Check>) {
  const { checks, title, running = false, onRun, disabled, hint, renderAction, className, ...rest } = props
  const words = useEntryWords('shell', englishShell)
  const id = useId()
  const counts = counted.flatMap(([state, word]) => {
    const count = checks?.filter((check) => check.state === state).length ?? 0
    return count > 0 ? [`${count} ${words[word]}`] : []
  })
  return (
    <section
      aria-labelledby={id}
      data-slot="check-list"
      data-state={running ? 'running' : checks ? 'done' : 'idle'}
      className={cx('ap:flex ap:flex-col ap:gap-2', className)}
      {...rest}
    >
      <div className="ap:flex ap:flex-wrap ap:items-center ap:gap-x-3 ap:gap-y-1">
        <h3 id={id} className="ap:flex-1 ap:text-row ap:font-title">
          {title ?? words.check}
        </h3>
        <output className="ap:text-data ap:text-text-2">
          {running ? words.checkRunning : counts.join(', ')}
        </output>
        {onRun && (
          <Button aria-disabled={disabled || running || undefined} onClick={onRun}>
            {words.checkRun}
          </Button>
        )}
      </div>
      {hint && !checks && <p className="ap:text-data ap:text-text-2">{hint}</p>}
      {checks && checks.length > 0 && (
        <ul
          aria-label={words.checkFound}
          className="ap:m-0 ap:flex ap:list-none ap:flex-col ap:gap-1.5 ap:p-0"
        >
          {checks.map((check) => (
            <CheckLine key={check.name} check={check} action={renderAction?.(check)} />
          ))}
        </ul>
      )}
    </section>
  )
}
