import type { Tool } from '@antiphon/core'
import { useMemo } from 'react'
import { useMcpTools } from '../mcp/use-mcp.js'
import { createAgentTools } from './agent-tools.js'
import { demoTools } from './demo-tools.js'
import { createIncidentTools } from './incident-tools.js'
import { createMakePictures } from './make-pictures.js'
import { useToolSwitches } from './tool-switches.js'

const scriptedTools = [...createIncidentTools(), ...createAgentTools(), createMakePictures()]

/** All tools: those of the page, those of the scripted endpoint's stories, and those of the connected MCP servers. */
export function useAllTools(isScripted: boolean): readonly Tool[] {
  const ofServers = useMcpTools()
  return useMemo(
    () => [...demoTools, ...(isScripted ? scriptedTools : []), ...ofServers],
    [isScripted, ofServers],
  )
}

/** Tools that the model may call: all but those that the person switched off. */
export function useDemoTools(isScripted: boolean): readonly Tool[] {
  const all = useAllTools(isScripted)
  const { isOn } = useToolSwitches(isScripted)
  return useMemo(() => all.filter(({ name }) => isOn(name)), [all, isOn])
}
