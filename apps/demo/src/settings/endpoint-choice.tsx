import { Button } from '@antiphon/ui'
import { useId } from 'react'
import { Select } from './select.js'
import { endpointName, type Settings } from './settings.js'

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
