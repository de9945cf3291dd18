'use client'

import { useIsForPeople } from '../context/audience-context.js'
import { useArgumentNames } from '../tool-call/tool-title.js'
import { useMemo } from 'react'
import { isRecord } from '@antiphon/base'
import { isScalar, prettyJson, readJson, scalarText } from '../../lib/json.js'
import { wordDiff } from '../../lib/word-diff.js'
import { RevealedText } from '../../lib/reveal-text.js'
import { Diff } from '../diff/diff.js'
import { pretty } from './pretty.js'

export interface ChangedArgumentsProps {
  before: string
  after: string
  /** Name of the area for screen readers. */
  label: string
}

/** The arguments that will run, with the words that a person changed marked in their place. */
export function ChangedArguments({ before, after, label }: ChangedArgumentsProps) {
  const nameOf = useArgumentNames()
  const isForPeople = useIsForPeople() || undefined
  const [old, now] = [readJson(before), readJson(after)]
  if (!old.ok || !now.ok || !old.exact || !now.exact || !isRecord(old.value) || !isRecord(now.value))
    return <Diff before={pretty(before)} after={pretty(after)} label={label} />
  const [from, to] = [old.value, now.value]
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  return (
    <div role="group" aria-label={label} data-slot="tool-args">
      <dl data-slot="pairs" data-prose={isForPeople}>
        {keys.map((key) => (
          <div key={key}>
            <dt>
              <RevealedText text={nameOf(key)} />
            </dt>
            <dd>
              <Words before={textOf(from[key])} after={textOf(to[key])} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** As the fields show it; nothing for what is not there. */
const textOf = (value: unknown): string =>
  value === undefined ? '' : isScalar(value) ? scalarText(value) : prettyJson(value, 2)

function Words({ before, after }: { before: string; after: string }) {
  const pieces = useMemo(() => wordDiff(before, after), [before, after])
  return (
    <code data-slot="word-diff">
      {pieces.map(({ type, text }, at) => {
        const words = <RevealedText text={text} padding />
        if (type === 'same') return <span key={at}>{words}</span>
        return type === 'removed' ? <del key={at}>{words}</del> : <ins key={at}>{words}</ins>
      })}
    </code>
  )
}
