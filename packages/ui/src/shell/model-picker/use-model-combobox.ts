import type { ModelInfo } from '@antiphon/core'
import { useEffect, useState, type ChangeEvent, type KeyboardEvent, type RefObject } from 'react'
import { modelOptions, type ModelOption } from './model-options.js'

export interface ModelComboboxState {
  open: boolean
  text: string
  options: ModelOption[]
  /** Models that fit and are not among the options. */
  more: number
  /** Place of the option that Enter takes. */
  active: number | undefined
  choose(id: string): void
  /** The focus went elsewhere. */
  leave(): void
  inputProps: {
    value: string
    onChange(event: ChangeEvent<HTMLInputElement>): void
    onClick(): void
    onKeyDown(event: KeyboardEvent<HTMLInputElement>): void
  }
}

interface Options {
  value: string
  list: readonly ModelInfo[]
  live?: boolean
  input: RefObject<HTMLInputElement | null>
  onChange: (id: string) => void
}

/** Keys and state of a combobox after the ARIA pattern: arrows move, Enter takes, Escape leaves without a change. */
export function useModelCombobox({
  value,
  list,
  live = false,
  input,
  onChange,
}: Options): ModelComboboxState {
  const [open, setOpen] = useState(false)
  // Undefined: nothing was typed since it opened, and the whole list is shown.
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState<number>()
  const { options, more } = modelOptions(list, typed)

  // Opened or closed, what stands in a search field is a choice made before: the next letter replaces it.
  const untouched = typed === undefined
  useEffect(() => {
    if (!live && untouched && input.current === document.activeElement) input.current?.select()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- opening and closing are when it has to happen
  }, [input, live, open, untouched])

  const close = (): void => {
    setOpen(false)
    setTyped(undefined)
    setActive(undefined)
  }
  const show = (): void => {
    setOpen(true)
    const current = options.findIndex(({ id }) => id === value)
    setActive(current < 0 ? undefined : current)
  }
  const choose = (id: string): void => {
    onChange(id)
    close()
  }
  const move = (step: number): void => {
    if (!open) return show()
    if (options.length === 0) return
    const from = active ?? (step > 0 ? -1 : 0)
    setActive((from + step + options.length) % options.length)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        event.preventDefault()
        move(event.key === 'ArrowDown' ? 1 : -1)
        return
      case 'Escape':
        if (!open) return
        // A dialog or an edit around it must not see this one.
        event.preventDefault()
        event.stopPropagation()
        close()
        return
      case 'Enter': {
        const option = active === undefined ? undefined : options[active]
        // Never the form's own submit: choosing a model must not send the message.
        if (open || !live) event.preventDefault()
        if (open && option) choose(option.id)
        else if (open) close()
        else if (!live) show()
        return
      }
    }
  }

  return {
    open,
    text: typed ?? value,
    options,
    more,
    active,
    choose,
    leave: close,
    inputProps: {
      value: typed ?? value,
      onChange(event) {
        const text = event.target.value
        setOpen(true)
        setTyped(text)
        // A search takes the best fit with Enter; a field keeps what was typed unless one moves to an entry.
        setActive(live ? undefined : 0)
        if (live) onChange(text.trim())
      },
      onClick: () => (open ? undefined : show()),
      onKeyDown,
    },
  }
}
