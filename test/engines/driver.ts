/**
 * An element of a page: the first visible one that a selector finds and that has the name. The name is the text that a screen
 * reader gives it, or its content.
 */
export interface Spot {
  css: string
  name?: string | RegExp
}

/**
 * Actions of a journey in any browser. Questions to the page go through `run`; the actions of a person come from outside, as keys
 * and a pointer.
 */
export interface Driver {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Runs a function in the page, which sees its arguments and nothing else, and gives what it returns or resolves to. */
  run<Args extends unknown[], T>(work: (...args: Args) => T | Promise<T>, ...args: Args): Promise<T>
  /** Presses a key, such as `Enter`, `y` or `Control+a`. */
  press(key: string): Promise<void>
  /** Types a text of ASCII, key by key. */
  type(text: string): Promise<void>
  /** Presses the pointer at a point of the view, in CSS pixels. */
  click(x: number, y: number): Promise<void>
  /** Turns the wheel over a point, near the middle of the view, by about so many pixels, down where it is positive. */
  wheel(x: number, y: number, by: number): Promise<void>
  /** Chooses a file in the input that a selector finds. */
  upload(css: string, path: string): Promise<void>
  /** Opens a page beside this one, in the same profile, and works in it from now on. Returns how to go back. */
  openBeside(url: string): Promise<() => Promise<void>>
  /** Prints the pages of a range such as `1-3`, or all, to a PDF; undefined where the driver cannot. */
  print?(pages?: string): Promise<Buffer>
  /** Types into the browser's own search and presses Enter; undefined where the browser has none. */
  find?(text: string): Promise<void>
  screenshot(): Promise<Buffer>
}

/** A browser that runs: its version, and how to end it. */
export interface Engine {
  version: string
  driver: Driver
  close(): Promise<void>
}
