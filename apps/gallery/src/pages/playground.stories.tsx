import * as kit from '@antiphon/ui'
import * as markdown from '@antiphon/ui/markdown'
import * as shell from '@antiphon/shell'
import { createElement, type ComponentProps, type ComponentType } from 'react'
import { iconShapes, type IconName } from '../../../../packages/ui/src/icons/icon-shapes.js'
import { checkoutLatency } from '../../../../packages/ui/src/fixtures/checkout-latency.js'

export default { title: 'Playground', parameters: { controls: { disable: false } } }

/**
 * A component with the props given here as controls, whose kind Storybook takes from the values. A prop with `choices` gets a
 * select.
 */
const play = <Props extends object>(
  name: string,
  Component: ComponentType<Props>,
  args: Partial<Props>,
  choices: { [Name in keyof Props]?: readonly NonNullable<Props[Name]>[] } = {},
) => ({
  name,
  args,
  argTypes: Object.fromEntries(
    Object.entries<readonly unknown[] | undefined>(choices).map(([prop, options]) => [
      prop,
      { control: 'select', options },
    ]),
  ),
  render: (given: Props) => createElement(Component, given),
})

const iconNames = Object.keys(iconShapes) as IconName[]
const nothing = (): void => {}

export const Button = play(
  'Button',
  kit.Button,
  { children: 'Save', variant: 'primary' },
  { variant: ['primary', 'default', 'ghost', 'small', 'danger'] },
)
export const IconButton = play(
  'IconButton',
  kit.IconButton,
  { icon: 'copy', label: 'Copy' },
  { icon: iconNames },
)
export const ContextMeter = play('ContextMeter', shell.ContextMeter, { used: 6_700, limit: 8_192 })
export const UsageMeter = play('UsageMeter', kit.UsageMeter, {
  truncated: false,
  summary: {
    model: 'gpt-4o',
    requests: 1,
    durationMs: 4_100,
    usage: { inputTokens: 1_204, outputTokens: 312, origin: 'reported' },
  },
})
export const Reasoning = play(
  'Reasoning',
  kit.Reasoning,
  { text: 'Eight connections for forty requests: they queue.', state: 'done', ms: 4_200, defaultOpen: true },
  { state: ['streaming', 'done', 'cut-off', 'stopped', 'hidden'], mode: ['open', 'compact'] },
)
export const Notice = play(
  'Notice',
  kit.Notice,
  {
    tone: 'warn',
    icon: 'cut-off',
    title: 'Cut off at the token limit',
    detail: 'The answer ends in the middle.',
  },
  { tone: ['warn', 'danger', 'neutral', 'info'], icon: iconNames },
)
export const BranchPicker = play('BranchPicker', kit.BranchPicker, {
  index: 1,
  total: 3,
  onIndexChange: nothing,
})
export const MessageActions = play('MessageActions', kit.MessageActions, {
  author: 'assistant',
  getText: () => 'text',
  onRetry: nothing,
})
export const SystemNotice = play('SystemNotice', kit.SystemNotice, {
  message: { role: 'system', content: 'Answer briefly.' },
})
export const Markdown = play('Markdown', markdown.Markdown, {
  text: '## Pool\n\nIt was **reduced** from 40 to 8.\n\n- [x] restore\n- [ ] guard',
  streaming: false,
})
export const Composer = play(
  'Composer',
  kit.Composer as ComponentType<ComponentProps<typeof kit.Composer>>,
  { status: 'ready', model: 'gpt-4o', enterKey: 'send', onSend: () => true },
  { status: ['ready', 'submitted', 'streaming', 'error'], enterKey: ['send', 'line'] },
)
export const Transcript = play(
  'Transcript',
  kit.Transcript as ComponentType<ComponentProps<typeof kit.Transcript>>,
  { messages: checkoutLatency.slice(0, 6), density: 'comfortable', showSystem: false },
  { density: ['comfortable', 'compact'] },
)
