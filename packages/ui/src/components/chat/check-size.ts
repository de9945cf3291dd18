/** A bundler inserts it; a page without a bundler has no `process`. */
declare const process: { env: { NODE_ENV?: string } }

let warned = false

/** More than any place has, px. */
const HUGE = '99999px'

/** In development: warns once about a chat in a parent without a size, and says what to do. A production build drops it. */
export function checkSize(chat: HTMLElement): void {
  try {
    if (process.env.NODE_ENV !== 'production') warnWithoutSize(chat)
  } catch {
    // Without a console there is nobody to warn.
  }
}

/**
 * Warns of a chat whose parent gives it no height or no width. The size of such a chat comes from the sheet
 * (`contain-intrinsic-size`), so the test enlarges that and looks whether the chat grows.
 */
function warnWithoutSize(chat: HTMLElement): void {
  if (warned) return
  const { offsetHeight, offsetWidth, style } = chat
  const own = style.containIntrinsicSize
  style.containIntrinsicSize = HUGE
  const hasNoHeight = chat.offsetHeight > offsetHeight
  const hasNoWidth = chat.offsetWidth > offsetWidth
  style.containIntrinsicSize = own
  if (!hasNoHeight && !hasNoWidth) return
  warned = true
  console.warn(
    hasNoHeight
      ? '<Chat> is in a place without a height, so it takes that of the window less 4rem. Give its parent a height, such as <div style={{ height: "100dvh" }}>, or the chat itself: <Chat style={{ height: 480 }} />.'
      : '<Chat> is in a place that shrinks to what is in it, so it is 18rem wide. Give its parent a width, such as <div style={{ width: "100%" }}>, or the chat itself: <Chat style={{ width: 480 }} />.',
  )
}
