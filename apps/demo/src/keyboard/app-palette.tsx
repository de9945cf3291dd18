import type { ModelInfo } from '@antiphon/core'
import type { Command, KeyBindings } from '@antiphon/react/shortcuts'
import { useThreads, useThreadSearch } from '@antiphon/threads/react'
import { Palette, type PaletteCommand, type PaletteSection } from '@antiphon/ui/shell'
import { useState } from 'react'
import { AppIcon } from '../shell/icons.js'

/** Lines of each section; one narrows them by typing. */
const MOST_THREADS = 6
const MOST_MODELS = 5

export interface AppPaletteProps {
  commands: readonly Command[]
  bindings: KeyBindings
  models: readonly ModelInfo[]
  /** Id of the model in use. */
  model: string | undefined
  onOpenThread: (threadId: string) => void
  onModel: (id: string) => void
  onClose: () => void
}

/** Conversations by what was said in them, models, and everything one can do, by typing. */
export function AppPalette(props: AppPaletteProps) {
  const { commands, bindings, models, model, onOpenThread, onModel, onClose } = props
  const [typed, setTyped] = useState('')
  const { threads } = useThreads()
  const found = useThreadSearch(typed)
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)

  const lineOf = ({ id, title }: { id: string; title: string }): PaletteCommand => ({
    id: `thread ${id}`,
    label: title || 'Untitled',
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
    detail: id === model ? 'in use' : description,
    run: () => onModel(id),
  }))
  const sections: PaletteSection[] = [
    {
      id: 'conversations',
      label: words.length === 0 ? 'Recent' : 'Conversations',
      commands: named.slice(0, MOST_THREADS).map(lineOf),
    },
    { id: 'models', label: 'Models', commands: choices },
    {
      id: 'said',
      label: 'Said in conversations',
      commands: said.slice(0, MOST_THREADS).map(lineOf),
      isLast: true,
    },
  ]
  return (
    <Palette
      placeholder="Search conversations, models, actions"
      sections={sections}
      onTyped={setTyped}
      commands={commands}
      bindings={bindings}
      onClose={onClose}
    />
  )
}

const fits =
  (words: readonly string[]) =>
  ({ id, name = '', description = '' }: ModelInfo): boolean => {
    const text = `${id} ${name} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
