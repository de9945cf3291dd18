'use client'

import { parseJson } from '@antiphon/base'
import { useToolTitles } from '../tool-call/tool-title.js'
import type { PairedCall } from '@antiphon/core'
import { useId, useState, type FormEvent } from 'react'
import { readJson } from '../../lib/json.js'
import { cx } from '../../lib/react.js'
import { revealToString } from '../../lib/reveal-text.js'
import { englishResultForm } from '../../strings/english-late.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { Button } from '../button/button.js'
import { Part, Root, type RootProps } from '../part/part.js'

export interface AddResultProps extends Omit<RootProps<'div', 'result-form' | 'result-box'>, 'onSubmit'> {
  /** Calls that have no result. One box each. */
  calls: readonly PairedCall[]
  /** `value` is what was typed: JSON as its value, anything else as text. */
  onAdd: (call: PairedCall, value: unknown) => void
}

/** Lets a person enter the results that no tool gave. */
export function AddResult({ calls, onAdd, className, ...rest }: AddResultProps) {
  return (
    <Root slot="add-result" className={cx('ap:grid ap:basis-full ap:gap-3 ap:pt-2', className)} {...rest}>
      {calls.map((call, index) => (
        <ResultForm key={call.key} call={call} isFirst={index === 0} onAdd={onAdd} />
      ))}
    </Root>
  )
}

function ResultForm({
  call,
  isFirst,
  onAdd,
}: {
  call: PairedCall
  isFirst: boolean
  onAdd: AddResultProps['onAdd']
}) {
  const words = useEntryWords('actions', englishResultForm)
  const [text, setText] = useState('')
  const titles = useToolTitles()
  const { name, arguments: args } = call.call.function
  const id = useId()
  const add = (event: FormEvent): void => {
    event.preventDefault()
    onAdd(call, valueOf(text))
  }
  return (
    <Part as="form" slot="result-form" onSubmit={add} className="ap:grid ap:gap-1.5">
      <label htmlFor={id} className="ap:text-row ap:text-text">
        {words.resultOf(revealToString(titles(name, parseJson(args)) ?? name))}
      </label>
      <Part
        as="textarea"
        id={id}
        slot="result-box"
        rows={2}
        value={text}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the reader asked for this box with the press before
        autoFocus={isFirst}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.target.value)}
        className="ap:w-full ap:resize-y ap:rounded-button ap:border ap:border-field ap:bg-raised ap:px-2 ap:py-1.5 ap:font-mono ap:text-data ap:text-text"
      />
      <div className="ap:flex ap:flex-wrap ap:items-center ap:gap-2">
        <Button type="submit">{words.useResult}</Button>
        <span id={`${id}-hint`} className="ap:text-data ap:text-text-3">
          {words.resultHint}
        </span>
      </div>
    </Part>
  )
}

function valueOf(text: string): unknown {
  const read = readJson(text)
  // A number that a double cannot hold stays the text that was typed.
  return read.ok && read.exact ? read.value : text
}
