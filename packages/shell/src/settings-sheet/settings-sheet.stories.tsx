import { useState, type ReactNode } from 'react'
import { Button } from '@antiphon/ui'
import type { Story, StoryMeta } from '../../../ui/src/fixtures/story.js'
import { type CheckItem, CheckList } from '../check-list/check-list.js'
import { SettingsSheet, type SettingsSection } from './settings-sheet.js'

const meta: StoryMeta = { title: 'App/Settings' }
export default meta

const nothing = (): void => {}

const failed: readonly CheckItem[] = [
  { name: 'models', state: 'pass', seen: '32 models.', ms: 214 },
  { name: 'cors', state: 'pass', seen: 'Pages of https://chat.example may send a key.', ms: 38 },
  { name: 'stream', state: 'pass', seen: 'Answers stream. The first piece came after 420 ms.', ms: 1_870 },
  {
    name: 'usage',
    state: 'note',
    seen: 'The server refused stream_options (“unknown field”).',
    fix: 'Nothing to do: it is left out from here on, and answers have no token counts.',
    ms: 640,
  },
  { name: 'reasoning', state: 'pass', seen: 'Thoughts come in reasoning_content.' },
  {
    name: 'tools',
    state: 'fail',
    seen: 'The model answered in words and called nothing.',
    fix: 'Start the server with --jinja, and take a model that was trained to call tools.',
    ms: 2_310,
  },
  { name: 'stop', state: 'skipped', seen: 'The answer was over too soon.' },
]
const noKey: readonly CheckItem[] = [
  {
    name: 'models',
    state: 'fail',
    error: { kind: 'auth', status: 401, message: 'Incorrect API key provided.' },
    fix: 'Check the key, and that it is of this server.',
    ms: 120,
  },
  { name: 'stream', state: 'skipped', seen: 'The list of models has to be readable first.' },
  { name: 'tools', state: 'skipped', seen: 'The list of models has to be readable first.' },
]

function Field({
  label,
  value,
  hint,
  problem,
}: Record<'label' | 'value', string> & { hint?: string; problem?: string }) {
  const id = `story-${label.toLowerCase().replaceAll(' ', '-')}`
  return (
    <div className="ap:flex ap:flex-col ap:gap-1">
      <label htmlFor={id} className="ap:text-row ap:font-title">
        {label}
      </label>
      <input
        id={id}
        defaultValue={value}
        aria-describedby={hint || problem ? `${id}-hint` : undefined}
        aria-invalid={problem ? true : undefined}
        className="ap:h-9 ap:w-full ap:rounded-button ap:border ap:border-field ap:bg-raised ap:px-2.5 ap:text-row ap:aria-invalid:border-danger ap:pointer-coarse:h-11"
      />
      {(hint || problem) && (
        <p id={`${id}-hint`} className="ap:text-data ap:text-text-2">
          {problem && <span className="ap:block ap:text-danger">{problem}</span>}
          {hint}
        </p>
      )}
    </div>
  )
}

const endpoint: SettingsSection = {
  id: 'endpoint',
  content: (
    <>
      <Field label="Base URL" value="http://localhost:8080/v1" hint="Up to /v1." />
      <Field label="Model" value="harbour-small" />
    </>
  ),
}
const parameters: SettingsSection = {
  id: 'parameters',
  title: 'Parameters',
  aside: <Button variant="small">Reset to defaults</Button>,
  content: (
    <Field
      label="Max tokens"
      value="4096"
      hint="Longest answer, in tokens. Leave empty for the server default."
    />
  ),
}

function Sheet({ check, footer }: { check: ReactNode; footer?: ReactNode }) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Settings</Button>
      {open && (
        <SettingsSheet
          title="Connect a model"
          sections={[endpoint, { id: 'check', content: check }, parameters]}
          footer={footer}
          onSave={nothing}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Everything of an endpoint, with one look that failed and what to do about it. */
export const FailedCheck: Story = {
  render: () => (
    <Sheet check={<CheckList checks={failed} onRun={nothing} />} footer="Kept in this browser." />
  ),
}
export const KeyRefused: Story = {
  render: () => <Sheet check={<CheckList checks={noKey} onRun={nothing} />} />,
}
export const CheckRunning: Story = {
  render: () => <Sheet check={<CheckList checks={failed.slice(0, 2)} running onRun={nothing} />} />,
}
export const NotYetChecked: Story = {
  render: () => (
    <Sheet
      check={
        <CheckList
          checks={undefined}
          onRun={nothing}
          hint="Lists the models and asks three short questions. Costs a few tokens."
        />
      }
    />
  ),
}

/** Saving is refused while a field is wrong: the focus goes to it. */
export const WrongField: Story = {
  render: () => (
    <SettingsSheet
      sections={[
        {
          id: 'limits',
          title: 'Limits',
          content: <Field label="Max tokens" value="many" problem="A whole number of at least 1." />,
        },
      ]}
      onSave={() => false}
      onClose={nothing}
    />
  ),
}

/** Without `onSave` every change holds at once, and there is nothing to save. */
export const HoldsAtOnce: Story = {
  render: () => (
    <SettingsSheet
      sections={[
        {
          id: 'reading',
          title: 'Reading',
          content: (
            <label className="ap:flex ap:min-h-6 ap:items-center ap:gap-2 ap:text-row ap:pointer-coarse:min-h-11">
              <input
                type="checkbox"
                className="ap:size-4 ap:appearance-auto ap:accent-accent"
                defaultChecked
              />
              Rows closer together
            </label>
          ),
        },
      ]}
      onClose={nothing}
    />
  ),
}

function Paged() {
  const [page, setPage] = useState('connect')
  return (
    <SettingsSheet
      title={page === 'connect' ? 'Connect a model' : 'Parameters'}
      pages={{
        label: 'Settings',
        current: page,
        onChange: setPage,
        items: [
          { id: 'connect', label: 'Connection' },
          { id: 'parameters', label: 'Parameters' },
        ],
      }}
      sections={[
        { ...endpoint, hidden: page !== 'connect' },
        { ...parameters, hidden: page !== 'parameters' },
      ]}
      onSave={nothing}
      onClose={nothing}
    />
  )
}

/** Several pages, listed beside the fields. */
export const Pages: Story = { render: () => <Paged /> }
