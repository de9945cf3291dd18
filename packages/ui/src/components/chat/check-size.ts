let warned = false

/** More than any place has, px. */
const HUGE = '99999px'

/**
 * For development: warns once of a chat whose place gives it no height, or no width, and says what to do. Such a chat is as
 * large as the sheet says (`contain-intrinsic-size`), so it shows itself by growing when that does.
 */
export function checkSize(chat: HTMLElement): void {
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
