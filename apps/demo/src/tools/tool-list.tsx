import type { Tool } from '@antiphon/core'
import { Button, Icon } from '@antiphon/ui'
import { useId } from 'react'
import { scriptedBaseUrl } from '../settings/endpoints.js'
import { useStoredValue } from '../stored-value.js'
import { words } from '../words/words.js'
import { offTools } from './off-tools.js'
import { useAllTools } from './use-tools.js'

const said = words.settings.tools

/** The tools that the model may call, each with a switch: those that only read, and those that ask first. It holds at once. */
export function ToolList({ settings }: { settings: { baseUrl: string } }) {
  const all = useAllTools(settings.baseUrl === scriptedBaseUrl)
  const asks = ({ approval }: Tool): boolean => approval !== undefined && approval !== 'never'
  return (
    <>
      <ToolGroup title={said.reads} tools={all.filter((tool) => !asks(tool))} />
      <ToolGroup title={said.acts} tools={all.filter(asks)} asks />
    </>
  )
}

function ToolGroup({ title, tools, asks }: { title: string; tools: readonly Tool[]; asks?: boolean }) {
  const off = useStoredValue(offTools)
  const id = useId()
  if (tools.length === 0) return null
  const names = tools.map(({ name }) => name)
  const isOn = (name: string): boolean => !off.includes(name)
  const set = (some: readonly string[], on: boolean): void => {
    const others = off.filter((name) => !some.includes(name))
    offTools.set(on ? others : [...others, ...some])
  }
  const areOn = names.every(isOn)
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col">
      <div className="flex items-center gap-2">
        {asks && <Icon name="awaiting" className="text-accent" />}
        <h3 id={id} className="flex-1 text-row font-title">
          {title}
        </h3>
        <Button variant="small" onClick={() => set(names, !areOn)}>
          {areOn ? said.allOff : said.allOn}
        </Button>
      </div>
      {tools.map(({ name, description }) => (
        <label key={name} className="flex min-h-9 items-center gap-3 py-1 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            aria-label={name}
            className="size-4 flex-none appearance-auto accent-accent"
            checked={isOn(name)}
            onChange={({ target }) => set([name], target.checked)}
          />
          <span className="flex min-w-0 flex-col">
            <code className="font-mono text-data">{name}</code>
            <small className="truncate text-data text-text-2" title={description}>
              {description}
            </small>
          </span>
        </label>
      ))}
    </div>
  )
}
