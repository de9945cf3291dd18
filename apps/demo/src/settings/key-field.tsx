import type { ChatErrorData } from '@antiphon/core'
import { Button } from '@antiphon/ui'
import { type RefObject, useId } from 'react'
import { Field, inputClass, Select } from 'app-parts'
import { type KeyPlace, endpointName, type Settings } from './settings.js'
import { words } from '../words/words.js'

export interface KeyFieldProps {
  id: string
  input: RefObject<HTMLInputElement | null>
  /** Whether a key is kept for the address in the form. */
  kept: boolean
  typed: boolean
  /** The server's answer, when it did not accept the key or missed one. */
  problem: ChatErrorData | undefined
  place: KeyPlace
  onTyped: (typed: boolean) => void
  onForget: () => void
  onPlaceChange: (place: KeyPlace) => void
  /** Called when the typed key is complete: the field was left. */
  onCommit: () => void
}

const said = words.settings.keyField

/** The key, which the app never puts into the field: what is typed replaces the one that is kept. */
export function KeyField(props: KeyFieldProps) {
  const { id, input, kept, typed, problem, place, onTyped, onForget, onPlaceChange, onCommit } = props
  const here = said.places[place]
  return (
    <div className="flex flex-col gap-2">
      <Field
        id={id}
        label={words.settings.key}
        isNamed
        hint={kept && !typed ? here.kept : here.empty}
        problem={problem && (kept || typed ? said.refused(problem.status) : said.missing)}
      >
        {(field) => (
          <div className="flex gap-2">
            <input
              {...field}
              ref={input}
              type="password"
              autoComplete="off"
              spellCheck={false}
              className={inputClass}
              placeholder={kept ? said.isSet : said.none}
              onInput={(event) => onTyped(event.currentTarget.value !== '')}
              onBlur={onCommit}
            />
            {kept && (
              <Button className="flex-none" onClick={onForget}>
                {said.forget}
              </Button>
            )}
          </div>
        )}
      </Field>
      <fieldset className="m-0 flex flex-wrap gap-x-4 gap-y-1 border-0 p-0">
        <legend className="sr-only">{said.where}</legend>
        {Object.entries(said.places).map(([value, { label }]) => (
          <label
            key={value}
            className="flex min-h-6 items-center gap-1.5 text-data text-text-2 pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={`${id}-place`}
              className="size-4 appearance-auto accent-accent"
              value={value}
              checked={place === value}
              onChange={() => onPlaceChange(value as KeyPlace)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {here.warning && <p className="text-data text-warn">{here.warning}</p>}
    </div>
  )
}

export interface EndpointChoiceProps {
  endpoints: readonly Settings[]
  /** Id of the one in the form; that of none is a new one. */
  chosen: string
  onChoose: (endpoint: Settings) => void
  onAdd: () => void
  /** Undefined where the one in the form cannot be removed. */
  onRemove: (() => void) | undefined
}

const NEW = ''

/** Which of the saved endpoints the form is about. */
export function EndpointChoice({ endpoints, chosen, onChoose, onAdd, onRemove }: EndpointChoiceProps) {
  const id = useId()
  const known = endpoints.some((one) => one.id === chosen)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="sr-only">
        {words.settings.saved}
      </label>
      <Select
        id={id}
        className="min-w-40"
        placeholder={words.settings.newEndpoint}
        options={Object.fromEntries(endpoints.map((one) => [one.id, endpointName(one)]))}
        value={known ? chosen : NEW}
        onChange={(value) => {
          const endpoint = endpoints.find((one) => one.id === value)
          if (endpoint) onChoose(endpoint)
          else onAdd()
        }}
      />
      <Button onClick={onAdd}>{words.settings.add}</Button>
      {onRemove && <Button onClick={onRemove}>{words.settings.remove}</Button>}
    </div>
  )
}
