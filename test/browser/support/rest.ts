const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
/** Resolves after the work that a page puts off until it has time, or after a second on a page that is never idle. */
const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }))
/** Boxes of a long thread whose text is still to come, which a busy page puts off for long. */
const isFilling = () =>
  document.querySelector('[data-slot="turn-page"]:empty, [data-slot="turn-chunk"]:empty') !== null

/** Waits until the page has changed nothing for some frames, and has nothing left that it does when it is idle. */
export async function rest(): Promise<void> {
  let quiet = 0
  const observer = new MutationObserver(() => (quiet = 0))
  observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
  while (quiet++ < 20) {
    await frame()
    await idle()
    if (isFilling()) quiet = 0
  }
  observer.disconnect()
}
