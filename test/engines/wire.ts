/** Sends a command of the WebDriver standard by its name, such as `ExecuteScript`, and gives what came back. */
export type Wire = (command: string, params?: Record<string, unknown>) => Promise<unknown>
