import type { ModelInfo } from '@antiphon/providers'
import { Palette, type PaletteCommand, type PaletteSection } from '@antiphon/shell'
import type { Command, KeyBindings } from '@antiphon/shell'
import { useThreads, useThreadSearch } from '@antiphon/threads/react'
import { Icon, type IconName } from '@antiphon/ui'
import { useState, type ReactElement } from 'react'
import { AppIcon, type AppIconName } from 'app-parts'
import { words as appWords } from '../words/words.js'

/** Lines of each section; one narrows them by typing. */
const MOST_THREADS = 6
const MOST_MODELS = 3

export interface AppPaletteProps {
  commands: readonly Command[]
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
  const { commands, bindings, models, model, onOpenThread, onModel, initialText, onClose } = props
  const [typed, setTyped] = useState(initialText ?? '')
  const { threads } = useThreads()
  const found = useThreadSearch(typed)
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)

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
      commands={inOrder(commands)}
      bindings={bindings}
      onClose={onClose}
    />
  )
}

/** Icons of the commands, the most used first. The palette has this order; other commands follow in the order of the app. */
const icons: Readonly<Record<string, IconName | ReactElement>> = {
  new: 'edit',
  model: <AppIcon name="server" />,
  settings: <AppIcon name="settings" />,
  compare: <AppIcon name="compare" />,
  find: <AppIcon name="search" />,
  copy: 'copy',
  'copy-code': 'copy',
  retry: 'retry',
  stop: 'stop',
  export: <AppIcon name="share" />,
  branches: <AppIcon name="versions" />,
  wire: <AppIcon name="wire" />,
  system: <AppIcon name="text" />,
  title: <AppIcon name="title" />,
  cost: <AppIcon name="price" />,
  prompts: <AppIcon name="prompt" />,
  transcripts: <AppIcon name="folder" />,
  import: 'open',
  'export-all': 'save',
  sidebar: <AppIcon name="sidebar" />,
  focus: 'edit',
  back: 'edit',
  'next-turn': 'next',
  'previous-turn': 'previous',
  shortcuts: <AppIcon name="keyboard" />,
  about: <AppIcon name="about" />,
}
const order = Object.keys(icons)
/** Icons of commands that exist once for each of several values, by the first word of their id. */
const iconsOfKinds: Readonly<Record<string, AppIconName>> = {
  endpoint: 'server',
  theme: 'theme',
  density: 'density',
  language: 'text',
  'mcp-prompt': 'prompt',
  'mcp-resource': 'folder',
}

function inOrder(commands: readonly Command[]): PaletteCommand[] {
  const place = ({ id }: Command): number => (order.includes(id) ? order.indexOf(id) : order.length)
  return commands
    .toSorted((one, other) => place(one) - place(other))
    .map((command) => ({ ...command, icon: iconOf(command) }))
}

function iconOf({ id }: Command): ReactElement | undefined {
  const kind = iconsOfKinds[id.split(' ', 1)[0]!]
  const icon = icons[id] ?? (kind && <AppIcon name={kind} />)
  return typeof icon === 'string' ? <Icon name={icon} /> : icon
}

/** By the beginning of a word of its name: a letter inside, or in a description, is in most of them. */
const fits =
  (words: readonly string[]) =>
  ({ id, name = '' }: ModelInfo): boolean => {
    const parts = `${id} ${name}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)
    return words.every((word) => parts.some((part) => part.startsWith(word)) || id.startsWith(word))
  }
