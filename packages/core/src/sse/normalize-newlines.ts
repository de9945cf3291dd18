/**
 * Turns CR, LF and CRLF into LF across any cut (wire-facts 2.1). A CR ends its line at once, so an event that ends in a
 * lone CR is not held back until the next byte; an LF right after it is then part of the same line end.
 */
export function createNewlineNormalizer(): (text: string) => string {
  let afterReturn = false
  return (text) => {
    if (text === '') return text
    const rest = afterReturn && text.charCodeAt(0) === 10 ? text.slice(1) : text
    afterReturn = text.charCodeAt(text.length - 1) === 13
    return rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest
  }
}
