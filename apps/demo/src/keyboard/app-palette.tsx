import type { ModelInfo } from '@antiphon/providers'
import { Palette, type PaletteCommand, type PaletteSection } from '@antiphon/shell'
import type { KeyBindings } from '@antiphon/shell'
import { useThreads, useThreadSearch } from '@antiphon/threads/react'
import { useState } from 'react'
import { AppIcon } from 'app-parts'
import type { Action } from '../shell/use-actions.js'
import { words as appWords } from '../words/words.js'

/** Lines of each section; one narrows them by typing. */
const MOST_THREADS = 5
const MOST_MODELS = 3
/** Actions before anything is typed: the first of the table. */
const MOST_ACTIONS = 7

export interface AppPaletteProps {
  actions: readonly Action[]
  bindings: KeyBindings
  models: readonly ModelInfo[]
  /** Id of the model in use. */
  model: string | undefined
  onOpenThread: (threadId: string) => void
  onModel: (id: string) => void
  /** Text that was typed before the palette was loaded. */
  initialText?: string
  onClose: () => void
}

/** Conversations by what was said in them, models, and everything one can do, by typing. */
export function AppPalette(props: AppPaletteProps) {
  const { actions, bindings, models, model, onOpenThread, onModel, initialText, onClose } = props
  const [typed, setTyped] = useState(initialText ?? '')
  const { threads } = useThreads()
  const found = useThreadSearch(typed)
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)

  const possible = actions.filter(({ id, isAvailable }) => id !== 'palette' && (isAvailable?.() ?? true))
  const lineOf = ({ id, title }: { id: string; title: string }): PaletteCommand => ({
    id: `thread ${id}`,
    label: title || appWords.shell.untitled,
    icon: <AppIcon name="chat" />,
    run: () => onOpenThread(id),
  })
  const named = threads.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
  const said = threads.filter((thread) => found?.includes(thread.id) && !named.includes(thread))
  const fitting = words.length === 0 ? [] : models.filter(fits(words))
  const choices = fitting.slice(0, MOST_MODELS).map(({ id, description }) => ({
    id: `model ${id}`,
    label: id,
    icon: <AppIcon name="server" />,
    detail: id === model ? appWords.shell.palette.inUse : description,
    run: () => onModel(id),
  }))
  const sections: PaletteSection[] = [
    {
      id: 'conversations',
      label: words.length === 0 ? appWords.shell.palette.recent : appWords.shell.conversations,
      commands: named.slice(0, MOST_THREADS).map(lineOf),
    },
    { id: 'models', label: appWords.shell.palette.models, commands: choices },
    {
      id: 'said',
      label: appWords.shell.palette.said,
      commands: said.slice(0, MOST_THREADS).map(lineOf),
      isLast: true,
    },
  ]
  return (
    <Palette
      placeholder={appWords.shell.palette.placeholder}
      sections={sections}
      initialText={initialText}
      onTyped={setTyped}
      commands={words.length === 0 ? possible.slice(0, MOST_ACTIONS) : possible}
      bindings={bindings}
      onClose={onClose}
    />
  )
}

/** By the beginning of a word of its name: a letter inside, or in a description, is in most of them. */
const fits =
  (words: readonly string[]) =>
  ({ id, name = '' }: ModelInfo): boolean => {
    const parts = `${id} ${name}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)
    return words.every((word) => parts.some((part) => part.startsWith(word)) || id.startsWith(word))
  }
