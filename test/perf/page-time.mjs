import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

/** How the processes that draw pages are told from the others that a browser starts. */
const isPageProcess = (command) =>
  command.includes('--type=renderer') ||
  (command.includes('-contentproc') && /\btab$/.test(command)) ||
  command.includes('WebKitWebProcess')

/** User and system time in ms, and the parent, from a line of /proc. The name in parentheses may hold anything. */
function readStat(path) {
  const text = readFileSync(path, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS }
}

/** Processes that this one, or one of its descendants, has started. */
function descendants() {
  const children = new Map()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const { parent } = readStat(`/proc/${name}/stat`)
      children.set(parent, [...(children.get(parent) ?? []), Number(name)])
    } catch {
      // It has ended meanwhile.
    }
  }
  const all = []
  for (const waiting = [process.pid]; waiting.length > 0;) {
    const next = children.get(waiting.pop()) ?? []
    all.push(...next)
    waiting.push(...next)
  }
  return all
}

/**
 * Processor time so far, in ms, of the main thread of the pages of browsers that this process has started, and of all their threads. In steps
 * of 10 ms: no engine but Chromium tells it by itself.
 */
export function pageTime() {
  let main = 0
  let all = 0
  for (const pid of descendants()) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      if (!isPageProcess(command)) continue
      main += readStat(`/proc/${pid}/task/${pid}/stat`).ms
      all += readStat(`/proc/${pid}/stat`).ms
    } catch {
      // It has ended meanwhile.
    }
  }
  return { main, all }
}
