import type { RefObject } from 'react'
import { isRecord, isScalar, readJson } from '../../lib/read-json.js'
import { RevealedText } from '../../lib/revealed-text.js'
import { useWords } from '../../strings/strings.js'
import { Diff } from '../diff/diff.js'
import { ToolArgs } from '../tool-args/tool-args.js'
import { jsonText } from '../../lib/json-text.js'

export interface ApprovalArgumentsProps {
  /** The JSON that will run. */
  raw: string
  /** The JSON before a person changed it. */
  original?: string
  name: string
  boxRef: RefObject<HTMLDivElement | null>
  onScroll: () => void
}

/**
 * Everything that will run, with nothing folded away: pairs when the arguments are flat, else all of the JSON. Changed
 * ones show what changed. A long one scrolls, and the card asks to see its end (trust-checklist S30 to S32).
 */
export function ApprovalArguments({ raw, original, name, boxRef, onScroll }: ApprovalArgumentsProps) {
  const { strings } = useWords()
  const json = readJson(raw)
  const label = strings.call.argumentsOf(name)
  const flat = json.ok && isRecord(json.value) && Object.values(json.value).every(isScalar)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div
      ref={boxRef}
      data-slot="approval-arguments"
      tabIndex={0}
      role="group"
      aria-label={label}
      onScroll={onScroll}
    >
      {original !== undefined ? (
        <>
          <p className="ap:px-3 ap:pt-2 ap:text-data ap:text-text-2">{strings.approval.edited}</p>
          <Diff before={pretty(original)} after={pretty(raw)} label={strings.approval.edited} />
        </>
      ) : flat ? (
        <ToolArgs raw={raw} json={json} name={name} />
      ) : (
        <pre data-slot="whole-arguments">
          <RevealedText text={pretty(raw)} padding />
        </pre>
      )}
    </div>
  )
}

/** Set in lines. As it came where that would show another number than the one that runs. */
export function pretty(raw: string): string {
  const json = readJson(raw)
  return json.ok && json.exact ? jsonText(json.value, 2) : raw
}
