import type { ReactNode } from 'react'
import { ErrorCard } from '../../components/error-card/error-card.js'
import { Icon } from '../../icons/icon.js'
import { englishShell } from '../../strings/english-shell.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import type { CheckItem } from './check-item.js'

const marks = {
  pass: { icon: 'done', word: 'checkPassed', colour: 'ap:text-success' },
  note: { icon: 'alert', word: 'checkNoted', colour: 'ap:text-warn' },
  fail: { icon: 'error', word: 'checkFailed', colour: 'ap:text-danger' },
  skipped: { icon: 'cancelled', word: 'checkSkipped', colour: 'ap:text-text-3' },
} as const

/** One line: mark, name, what was seen, how long it took; below it what to do. */
export function CheckLine({ check, action }: { check: CheckItem; action?: ReactNode }) {
  const words = useEntryWords('shell', englishShell)
  const { formats } = useWords()
  const { name, state, seen, fix, error, ms } = check
  const { icon, word, colour } = marks[state]
  const named = (words.checkNames as Readonly<Record<string, string>>)[name] ?? name
  return (
    <li data-check={name} data-state={state} className="ap:flex ap:gap-2 ap:text-row">
      <Icon name={icon} className={`ap:mt-0.5 ap:flex-none ${colour}`} />
      <div className="ap:min-w-0 ap:flex-1 ap:wrap-anywhere">
        <span className="ap:font-title">{named}</span>
        <span className="ap:sr-only"> {words[word]}: </span>{' '}
        {!error && seen && <span className="ap:text-text-2">{seen}</span>}
        {error && <ErrorCard error={error} alert={false} className="ap:my-1.5" />}
        {fix && (
          <p className="ap:text-data ap:text-text">
            {state === 'fail' && <b className="ap:font-title">{words.checkToDo} </b>}
            {fix}
          </p>
        )}
      </div>
      {ms !== undefined && (
        <span className="ap:flex-none ap:text-data ap:text-text-3 ap:tabular-nums">
          {formats.duration(ms)}
        </span>
      )}
      {action && <span className="ap:flex-none ap:self-start">{action}</span>}
    </li>
  )
}
