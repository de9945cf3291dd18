import type { Tool } from '@antiphon/core'
import type { CompletionChunk } from '@antiphon/core/wire'
import type { Run, RunOutcome } from './types.js'

/** Hears what runs do, for figures, logs and spans. It gets no text of anybody beyond the chunks, and keeps none of them. */
export interface RunObserver {
  /** A run begins, or goes on, in this process. */
  began(run: Run): RunWatch
  /** A process was gone, and this one took its run. */
  tookOver(run: Run): void
  /** A reader of events came; call the result when it has left. */
  reading(): () => void
}

export interface RunWatch {
  /** A request to a model leaves. */
  asked(model: string): RequestWatch
  /** The tool, watched. */
  tool(tool: Tool): Tool
  /** Called more than once, only the first call counts. `left`: another process has the run now, or may take it. */
  ended(how: RunOutcome | 'waiting' | 'left'): void
}

export interface RequestWatch {
  chunk(chunk: CompletionChunk): void
  /** Called more than once, only the first call counts. `problem`: a short word, such as a status. */
  ended(problem?: string): void
}

export const noObserver: RunObserver = {
  began: () => ({ asked: () => ({ chunk() {}, ended() {} }), tool: (tool) => tool, ended() {} }),
  tookOver() {},
  reading: () => () => {},
}
