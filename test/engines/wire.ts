/** Sends a command of the WebDriver standard by its name, such as `ExecuteScript`, and gives what came back. */
export type Wire = (command: string, params?: Record<string, unknown>) => Promise<unknown>

/** Commands of the standard as they go over HTTP: method and path below the session. Names in braces come from the parameters. */
export const COMMANDS: Record<string, string> = {
  NewSession: 'POST /session',
  DeleteSession: 'DELETE',
  Navigate: 'POST /url',
  Refresh: 'POST /refresh',
  ExecuteScript: 'POST /execute/sync',
  PerformActions: 'POST /actions',
  ReleaseActions: 'DELETE /actions',
  FindElement: 'POST /element',
  ElementSendKeys: 'POST /element/{id}/value',
  Print: 'POST /print',
  TakeScreenshot: 'GET /screenshot',
  GetWindowHandle: 'GET /window',
  NewWindow: 'POST /window/new',
  SwitchToWindow: 'POST /window',
  CloseWindow: 'DELETE /window',
  SetWindowRect: 'POST /window/rect',
  SetTimeouts: 'POST /timeouts',
}
