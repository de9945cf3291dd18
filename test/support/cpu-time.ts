/** Starts to count; the returned function says how many ms of the processor this process has had since. Other processes do not matter. */
export function startCpuTime(): () => number {
  const start = process.cpuUsage()
  return () => process.cpuUsage(start).user / 1000
}
