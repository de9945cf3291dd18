import { memo, useCallback, useMemo, useState } from 'react'
import type { PartialArguments } from '../../lib/use-partial-arguments.js'
import { isRecord, isScalar, scalarText } from '../../lib/read-json.js'
import { RevealedText } from '../../lib/revealed-text.js'
import { revealToString } from '../../lib/reveal-text.js'
import { useWords } from '../../strings/strings.js'
import { JsonTree, type ArrivingAt } from '../json-tree/json-tree.js'
import { FIRST_FIELDS } from '../tool-result/first-shown.js'
import { MoreButtons } from '../tool-result/more-buttons.js'
import { ArgumentText } from './argument-text.js'

const STEP = 1_000
/** Text from this length on has a box of its own: some twenty lines. */
const BOX = 2_000

const caret = <span data-slot="caret" aria-hidden="true" />

export interface ArgumentFieldsProps {
  value: unknown
  /** Name of the list for screen readers, and of the tool. */
  label: string
  name: string
  /** While they are being written: how far they have come. */
  partial?: PartialArguments
  /** Long texts get a box, many fields a button. */
  fold: boolean
}

/**
 * Arguments as pairs, deep ones with a tree in their place. The same elements while they are being written and after, so
 * that nothing moves at the end.
 */
export function ArgumentFields({ value, label, name, partial, fold }: ArgumentFieldsProps) {
  const { strings } = useWords()
  const [limit, setLimit] = useState(FIRST_FIELDS)
  const status = partial?.json
  if (!isRecord(value)) return <Growing value={value} label={label} partial={partial} path={none} />
  const keys = Object.keys(value)
  return (
    <>
      <dl data-slot="pairs" aria-label={label}>
        {keys.slice(0, fold ? limit : undefined).map((key) => {
          const arriving = status?.status([key]) === 'arriving'
          return (
            <Field
              key={key}
              field={key}
              value={value[key]}
              name={name}
              status={status && (arriving ? 'arriving' : 'complete')}
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
          all={strings.result.showAllRows}
          onShow={setLimit}
        />
      )}
    </>
  )
}

const none: readonly string[] = []

interface FieldProps {
  field: string
  value: unknown
  name: string
  status: 'arriving' | 'complete' | undefined
  /** Only for the one that arrives: the others are not drawn again. */
  partial: PartialArguments | undefined
  fold: boolean
}

const Field = memo(function Field({ field, value, name, status, partial, fold }: FieldProps) {
  const path = useMemo(() => [field], [field])
  const arriving = status === 'arriving'
  return (
    <div data-status={status}>
      <dt>
        <RevealedText text={field} />
      </dt>
      <dd>
        {typeof value === 'string' && fold && value.length > BOX ? (
          <ArgumentText
            text={value}
            label={revealToString(field)}
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
          <Growing value={value} label={revealToString(field)} partial={partial} path={path} />
        )}
      </dd>
    </div>
  )
})

function Growing(props: {
  value: unknown
  label: string
  partial: PartialArguments | undefined
  path: readonly string[]
}) {
  const { value, label, partial, path } = props
  const json = partial?.json
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
