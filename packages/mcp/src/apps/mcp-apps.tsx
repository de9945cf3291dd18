'use client'

import type { McpAppOfTool } from '../tool-apps.js'
import type { ToolFromMcp } from '../tools-from-mcp.js'
import { createElement, useState } from 'react'
import { PlainBody, createLazyModule, useLazyModule, useStaticPage } from '@antiphon/ui/parts'
import { readJson } from '@antiphon/ui/functions'
import type { ToolRendererProps, ToolRenderers } from '@antiphon/ui'
import type { McpAppsOptions } from './types.js'

const lazyApp = /* @__PURE__ */ createLazyModule(() => import('./mcp-app.js'))

type ToolWithApp = ToolFromMcp & { app: McpAppOfTool }

/**
 * Views of the tools that have an app (MCP Apps): a page of their server, in a frame that shares nothing with the page. Give
 * the tools of one or more servers; make the table once for a list of tools, because a new table starts the apps again:
 *
 * ```tsx
 * const tools = await toolsFromMcp(client)
 * const toolRenderers = mcpApps(tools)
 * <Chat chat={chat} transcript={{ toolRenderers }} />
 * ```
 *
 * The code that shows apps is loaded with the first call of such a tool.
 */
export function mcpApps(tools: readonly ToolFromMcp[], options: McpAppsOptions = {}): ToolRenderers {
  return Object.fromEntries(
    tools
      .filter((tool): tool is ToolWithApp => tool.app !== undefined)
      .map((tool) => [tool.name, appRenderer(tool, options)]),
  )
}

function appRenderer(tool: ToolWithApp, options: McpAppsOptions): ToolRenderers[string] {
  function AppOfTool({ call, live, name }: ToolRendererProps) {
    const isAllowed = mayShow(call.state, tool, call.key)
    // One that is shown stays: it is told that its call was stopped or refused, and has the last word.
    const [wasAllowed, setAllowed] = useState(isAllowed)
    if (isAllowed && !wasAllowed) setAllowed(true)
    const isDrawn = useStaticPage() === undefined && (isAllowed || wasAllowed)
    const part = useLazyModule(lazyApp, isDrawn)
    if (isDrawn && part) return createElement(part.McpApp, { call, live, tool, options })
    return <PlainBody call={call} live={live} json={readJson(call.call.function.arguments)} name={name} />
  }
  AppOfTool.opensRow = true
  return AppOfTool
}

/** A call that did not run has nothing to show; one that a person may still refuse shows its arguments, not its app. */
function mayShow(
  state: ToolRendererProps['call']['state'],
  { app, approval }: ToolWithApp,
  callKey: string,
): boolean {
  if (state === 'writing' || state === 'queued') return approval === undefined || approval === 'never'
  return state === 'running' || state === 'done' || (state === 'error' && app.resultOf(callKey) !== undefined)
}
