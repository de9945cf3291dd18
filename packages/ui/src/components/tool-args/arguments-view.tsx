'use client'

import type { CallState } from '@antiphon/core'
import type { StreamedArguments } from '@antiphon/react'
import { useState } from 'react'
import { caret } from '../../lib/caret.js'
import { isRecord } from '@antiphon/base'
import { hasLossyNumber, isEmpty, type JsonReading } from '../../lib/json.js'
import { englishCallBody } from '../../strings/english-late.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { Button } from '../button/button.js'
import { CopyButton } from '../message-actions/copy-button.js'
import { Root, type RootProps } from '../part/part.js'
import { useIsForPeople } from '../context/audience-context.js'
import { useShownName } from '../tool-call/tool-title.js'
import { DataTools } from '../tool-result/data-tools.js'
import { ArgumentFields, ArgumentText } from './argument-fields.js'

export interface ToolArgsProps extends RootProps<'div'> {
  /** The arguments as the model wrote them. */
  raw: string
  /** The arguments as parsed JSON. Ignored while `state` is `writing`. */
  json: JsonReading
  /** Name of the tool, for labels. */
  name: string
  state?: CallState
  /**
   * True puts long texts into a box of their own and many fields behind a button. Default false: everything shows, as an
   * approval needs it.
   */
  fold?: boolean
}

export interface ArgumentsViewProps extends ToolArgsProps {
  /** Only while they are being written. */
  partial?: StreamedArguments
  /** Labels for data that does not belong to a call. Default: those of the arguments of `name`. */
  words?: { label: string; copy: string }
}

/** Arguments as fields, or as the text that the model wrote. */
export function ArgumentsView(props: ArgumentsViewProps) {
  const { raw, json, name: given, state = 'done', fold = false, partial, words, ...rest } = props
  const name = useShownName(given)
  const told = useEntryWords('call', englishCallBody)
  const [showRaw, setShowRaw] = useState(false)
  const isForPeople = useIsForPeople()
  const [isExact] = useState(createNumberCheck)
  const writing = state === 'writing'
  const value = partial ? partial.value : json.ok ? json.value : undefined
  const readable = partial
    ? isExact(partial.text) && !partial.error && value !== undefined
    : json.ok && json.exact
  const label = words?.label ?? told.argumentsOf(name)
  if (raw.trim() === '' || (isRecord(value) && isEmpty(value) && (readable || !writing))) {
    return writing ? null : (
      <Root slot="tool-args-empty" {...rest}>
        {told.noArguments}
      </Root>
    )
  }
  return (
    <Root slot="tool-args" data-state={writing ? 'writing' : undefined} {...rest}>
      {readable && !showRaw ? (
        <ArgumentFields value={value} label={label} name={name} partial={partial} fold={fold || writing} />
      ) : (
        <>
          {!writing && (json.ok ? json.deep : state !== 'cut-off') && (
            <p className="ap:px-3 ap:pt-2 ap:text-data ap:text-warn">{told[json.ok ? 'deep' : 'notJson']}</p>
          )}
          <ArgumentText
            text={raw}
            label={label}
            name={name}
            caret={writing ? caret : undefined}
            fold={fold}
          />
        </>
      )}
      <DataTools>
        {readable && !isForPeople && (
          <Button variant="small" aria-pressed={showRaw} onClick={() => setShowRaw(!showRaw)}>
            {showRaw ? told.showFields : told.showRaw}
          </Button>
        )}
        <CopyButton label={words?.copy ?? told.copyArguments(name)} getText={() => raw} />
      </DataTools>
    </Root>
  )
}

/** True when every number in a text would show as it was written. Reads each piece of a growing text once. */
function createNumberCheck(): (text: string) => boolean {
  let before = ''
  let exact = true
  return (text) => {
    const end = Math.max(0, before.length - 64)
    if (!text.startsWith(before.slice(end), end)) {
      before = ''
      exact = true
    }
    // Overlapping, since a number may arrive in two pieces.
    exact &&= !hasLossyNumber(text, before.length)
    before = text
    return exact
  }
}
