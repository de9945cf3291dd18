import type { Tool } from '@antiphon/core'
import { Button, Icon } from '@antiphon/ui'
import { useId } from 'react'
import { scriptedBaseUrl } from '../settings/endpoints.js'
import { words } from '../words/words.js'
import { useToolSwitches } from './tool-switches.js'
import { useAllTools } from './use-tools.js'

const said = words.settings.tools

/** The tools that the model may call, each with a switch: those that only read, and those that ask first. It holds at once. */
export function ToolList({ settings }: { settings: { baseUrl: string } }) {
  const isScripted = settings.baseUrl === scriptedBaseUrl
  const all = useAllTools(isScripted)
  const switches = useToolSwitches(isScripted)
  const asks = ({ approval }: Tool): boolean => approval !== undefined && approval !== 'never'
  return (
    <>
      <ToolGroup title={said.reads} tools={all.filter((tool) => !asks(tool))} switches={switches} />
      <ToolGroup title={said.acts} tools={all.filter(asks)} switches={switches} asks />
    </>
  )
}

interface ToolGroupProps {
  title: string
  tools: readonly Tool[]
  switches: ReturnType<typeof useToolSwitches>
  asks?: boolean
}

function ToolGroup({ title, tools, switches: { isOn, set }, asks }: ToolGroupProps) {
  const id = useId()
  if (tools.length === 0) return null
  const names = tools.map(({ name }) => name)
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
