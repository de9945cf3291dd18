'use client'

import { standsAlone, cx, useEntryWords } from '@antiphon/ui/parts'
import type { ChatErrorData } from '@antiphon/core'
import { type ReactNode, useId, type ComponentProps } from 'react'
import { Button, ErrorCard, Icon, useWords } from '@antiphon/ui'
import { englishShell } from '../strings/english-shell.js'

/** The result of one check. An `EndpointCheck` of `@antiphon/devtools` is one. */
export interface CheckItem {
  /** Its own in the list. One of `strings.shell.checkNames` is shown by its words there, any other as it is. */
  name: string
  /** `note`: it works, and there is something to know. `skipped`: something before it has to work first. */
  state: 'pass' | 'note' | 'fail' | 'skipped'
  /** The observation, in words. Not shown beside an error, which says it better. */
  seen?: string
  /** The change to make, and where. */
  fix?: string
  error?: ChatErrorData
  /** How long it took, in ms. */
  ms?: number
}

const marks = {
  pass: { icon: 'done', word: 'checkPassed', colour: 'ap:text-success' },
  note: { icon: 'alert', word: 'checkNoted', colour: 'ap:text-warn' },
  fail: { icon: 'error', word: 'checkFailed', colour: 'ap:text-danger' },
  skipped: { icon: 'cancelled', word: 'checkSkipped', colour: 'ap:text-text-3' },
} as const

/** One line: mark, name, what was seen, how long it took; below it what to do. */
function CheckLine({ check, action }: { check: CheckItem; action?: ReactNode }) {
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
        {error && (
          <ErrorCard error={error} cause={fix ? null : undefined} alert={false} className="ap:my-1.5" />
        )}
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

/** The checks, whether they run, and how they begin. */
export interface CheckListProps<Check extends CheckItem> extends Omit<
  ComponentProps<'section'>,
  'children' | 'title'
> {
  /** The results so far. Undefined: nothing has been checked yet. */
  checks: readonly Check[] | undefined
  /** Default: "Check". */
  title?: string
  /** More is to come. */
  running?: boolean
  /** Runs the checks, the first time and again. The button is shown only with this handler. */
  onRun?: () => void
  /** There is nothing to check yet; the button stays and keeps the focus. */
  disabled?: boolean
  /** Explains what the checks do and cost; shown until they have run. */
  hint?: ReactNode
  /** A button that does what a line says, such as taking over an address that was found. */
  renderAction?: (check: Check) => ReactNode
}

/** The checks of an endpoint, each with a pass or the exact change to make. Begins with the number of each outcome. */
export const CheckList = /* @__PURE__ */ standsAlone(function CheckList<Check extends CheckItem>(
  props: CheckListProps<Check>,
) {
  const { checks, title, running = false, onRun, disabled, hint, renderAction, className, ...rest } = props
  const words = useEntryWords('shell', englishShell)
  const id = useId()
  const counts = (['pass', 'note', 'fail'] as const).flatMap((state) => {
    const count = checks?.filter((check) => check.state === state).length ?? 0
    const word = state === 'note' ? words.checkNotes(count) : words[marks[state].word]
    return count > 0 ? [`${count} ${word}`] : []
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
            {checks ? words.checkRun : words.checkStart}
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
})
