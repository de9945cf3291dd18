/** What a bundler puts in; a page without one has no such thing. */
declare const process: { env: { NODE_ENV?: string } }

let warned = false

/** More than any place has, px. */
const HUGE = '99999px'

/** In development: says once of a chat in a place without a size what to do. In a production build nothing of it is left. */
export function checkSize(chat: HTMLElement): void {
  try {
    if (process.env.NODE_ENV !== 'production') warnWithoutSize(chat)
  } catch {
    // Nobody to tell.
  }
}

/**
 * Warns of a chat whose place gives it no height, or no width. Such a chat is as
 * large as the sheet says (`contain-intrinsic-size`), so it shows itself by growing when that does.
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
      ? '<Chat> stands in a place without a height, so it takes that of the window less 4rem. Give its parent a height, such as <div style={{ height: "100dvh" }}>, or the chat itself: <Chat style={{ height: 480 }} />.'
      : '<Chat> stands in a place that shrinks to what is in it, so it is 18rem wide. Give its parent a width, such as <div style={{ width: "100%" }}>, or the chat itself: <Chat style={{ width: 480 }} />.',
  )
}
