'use client'

import { useIsForPeople } from '../context/audience-context.js'
import { useArgumentNames } from '../tool-call/tool-title.js'
import type { StreamedArguments } from '@antiphon/react'
import { memo, useCallback, useMemo, useState, type ReactNode } from 'react'
import { caret } from '../../lib/caret.js'
import { isRecord } from '@antiphon/base'
import { isScalar, scalarText } from '../../lib/json.js'
import { RevealedText, revealToString } from '../../lib/reveal-text.js'
import { useFirst } from '../../lib/static-page.js'
import { useEndInView } from '../../lib/use-end-in-view.js'
import { englishResult } from '../../strings/english-late.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { JsonTree, type ArrivingAt } from '../json-tree/json-tree.js'
import { isLongText, LongText, FIRST_FIELDS, MoreButtons } from '../tool-result/long-results.js'

/** Length of the end of a growing text that fills its box. */
const TAIL = 4_000

export interface ArgumentTextProps {
  text: string
  label: string
  /** Name of the tool. */
  name: string
  /** Present while the text is being written. Its end then stays in view until the reader scrolls up. */
  caret?: ReactNode
  /** True shows only the beginning of a long text at first. */
  fold: boolean
}

/** Text that the model wrote, in a box that keeps its height when the text is complete. */
export function ArgumentText({ text, label, name, caret, fold }: ArgumentTextProps) {
  if (caret !== undefined) return <GrowingText text={text} label={label} caret={caret} />
  if (fold) return <LongText text={text} label={label} name={name} exact />
  return (
    <pre data-slot="raw" tabIndex={0} role="group" aria-label={label} dir="auto">
      <RevealedText text={text} padding />
    </pre>
  )
}

function GrowingText({ text, label, caret }: { text: string; label: string; caret: ReactNode }) {
  const { formats } = useWords()
  const { characters } = useEntryWords('result', englishResult)
  const isLong = isLongText(text)
  return (
    <>
      <pre
        data-slot="raw"
        data-live=""
        tabIndex={0}
        role="group"
        aria-label={label}
        dir="auto"
        {...useEndInView<HTMLPreElement>(text)}
      >
        <RevealedText text={isLong ? `…${tail(text)}` : text} padding />
        {caret}
      </pre>
      {/* The place of the button that asks for the rest. */}
      {isLong && <div data-slot="more">{characters(formats.number(text.length))}</div>}
    </>
  )
}

/** Its end, not begun inside a character. */
function tail(text: string): string {
  const end = text.slice(-TAIL)
  return (end.charCodeAt(0) & 0xfc00) === 0xdc00 ? end.slice(1) : end
}

const STEP = 1_000
/** Text from this length on has a box of its own: some twenty lines. */
const BOX = 2_000

export interface ArgumentFieldsProps {
  value: unknown
  /** Name of the list for screen readers, and of the tool. */
  label: string
  name: string
  /** While they are being written: how far they have come. */
  partial?: StreamedArguments
  /** Long texts get a box, many fields a button. */
  fold: boolean
}

/**
 * Arguments as pairs, with a tree for a deep value. The elements stay the same while the arguments are written and after,
 * so that nothing moves at the end.
 */
export function ArgumentFields({ value, label, name, partial, fold }: ArgumentFieldsProps) {
  const { showAllRows } = useEntryWords('result', englishResult)
  const [limit, setLimit] = useState(useFirst(FIRST_FIELDS))
  const nameOf = useArgumentNames()
  const isForPeople = useIsForPeople() || undefined
  if (!isRecord(value)) return <Growing value={value} label={label} partial={partial} path={none} />
  const keys = Object.keys(value)
  return (
    <>
      <dl data-slot="pairs" data-prose={isForPeople} aria-label={label}>
        {keys.slice(0, fold ? limit : undefined).map((key) => {
          const arriving = partial?.status([key]) === 'arriving'
          return (
            <Field
              key={key}
              field={key}
              shown={nameOf(key)}
              value={value[key]}
              name={name}
              status={partial && (arriving ? 'arriving' : 'complete')}
              partial={arriving ? partial : undefined}
              fold={fold}
            />
          )
        })}
      </dl>
      {fold && (
        <MoreButtons
          shown={limit}
          total={keys.length}
          first={FIRST_FIELDS}
          step={STEP}
          all={showAllRows}
          onShow={setLimit}
        />
      )}
    </>
  )
}

const none: readonly string[] = []

interface FieldProps {
  field: string
  shown: string
  value: unknown
  name: string
  status: 'arriving' | 'complete' | undefined
  /** Set only for the arriving argument, so that the others do not render again. */
  partial: StreamedArguments | undefined
  fold: boolean
}

const Field = memo(function Field({ field, shown, value, name, status, partial, fold }: FieldProps) {
  const path = useMemo(() => [field], [field])
  const arriving = status === 'arriving'
  return (
    <div data-status={status}>
      <dt>
        <RevealedText text={shown} />
      </dt>
      <dd>
        {typeof value === 'string' && fold && value.length > BOX ? (
          <ArgumentText
            text={value}
            label={revealToString(shown)}
            name={name}
            caret={arriving ? caret : undefined}
            fold
          />
        ) : isScalar(value) ? (
          <code data-type={value === null ? 'null' : typeof value}>
            <RevealedText text={arriving && value === '' ? '' : scalarText(value)} padding />
            {arriving && caret}
          </code>
        ) : (
          <Growing value={value} label={revealToString(shown)} partial={partial} path={path} />
        )}
      </dd>
    </div>
  )
})

function Growing(props: {
  value: unknown
  label: string
  partial: StreamedArguments | undefined
  path: readonly string[]
}) {
  const { value, label, partial: json, path } = props
  const arrivingAt = useCallback<ArrivingAt>(
    (inside) => json?.status([...path, ...inside]) === 'arriving',
    [json, path],
  )
  return (
    <JsonTree
      value={value}
      label={label}
      arrivingAt={json && json.status(path) === 'arriving' ? arrivingAt : undefined}
      caret={caret}
    />
  )
}
