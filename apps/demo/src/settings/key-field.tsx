import { Button } from '@antiphon/ui'
import { type RefObject, useId } from 'react'
import { Field, inputClass, Select } from './fields.js'
import { type KeyPlace, endpointName, type Settings } from './settings.js'

export interface KeyFieldProps {
  id: string
  input: RefObject<HTMLInputElement | null>
  /** Whether a key is kept for the address in the form. */
  kept: boolean
  typed: boolean
  place: KeyPlace
  onTyped: (typed: boolean) => void
  onForget: () => void
  onPlaceChange: (place: KeyPlace) => void
  /** What was typed is complete: the field was left, or Enter pressed. */
  onCommit: () => void
}

const places: Record<KeyPlace, { label: string; empty: string; kept: string; warning?: string }> = {
  memory: {
    label: 'For this page',
    empty: 'Kept in memory until this page closes',
    kept: 'A key is kept for this address until this page closes.',
  },
  tab: {
    label: 'For this tab',
    empty: 'Kept in this tab until it closes',
    kept: 'A key is kept for this address until this tab closes.',
    warning: 'A reload keeps it. Scripts of this origin and browser extensions can read it.',
  },
  browser: {
    label: 'For this browser',
    empty: 'Kept in this browser until you forget it',
    kept: 'A key is kept for this address in this browser.',
    warning: 'Stored unencrypted. Anyone using this browser, and its extensions, can read it.',
  },
}

/** The key, which the app never puts into the field: what is typed replaces the one that is kept. */
export function KeyField(props: KeyFieldProps) {
  const { id, input, kept, typed, place, onTyped, onForget, onPlaceChange, onCommit } = props
  const words = places[place]
  return (
    <div className="flex flex-col gap-2">
      <Field
        id={id}
        label="Key"
        hint={
          kept && !typed
            ? `${words.kept} Type to replace it.`
            : `${words.empty}, and sent to this address only. Leave it empty if none is needed.`
        }
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
              placeholder={kept ? 'A key is set' : 'None'}
              onInput={(event) => onTyped(event.currentTarget.value !== '')}
              onBlur={onCommit}
            />
            {kept && (
              <Button className="flex-none" onClick={onForget}>
                Forget it
              </Button>
            )}
          </div>
        )}
      </Field>
      <fieldset className="m-0 flex flex-wrap gap-x-4 gap-y-1 border-0 p-0">
        <legend className="sr-only">Where the key is kept</legend>
        {Object.entries(places).map(([value, { label }]) => (
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
      {words.warning && <p className="text-data text-warn">{words.warning}</p>}
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
        Saved endpoint
      </label>
      <Select
        id={id}
        className="min-w-40"
        placeholder="New endpoint"
        options={Object.fromEntries(endpoints.map((one) => [one.id, endpointName(one)]))}
        value={known ? chosen : NEW}
        onChange={(value) => {
          const endpoint = endpoints.find((one) => one.id === value)
          if (endpoint) onChoose(endpoint)
          else onAdd()
        }}
      />
      <Button onClick={onAdd}>Add</Button>
      {onRemove && <Button onClick={onRemove}>Remove</Button>}
    </div>
  )
}
