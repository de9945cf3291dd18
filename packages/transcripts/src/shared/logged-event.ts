/** An event, or text where one should have been; `cut` when the recording ended inside it. */
export type LoggedEvent = { value: unknown } | { text: string; cut: boolean }
