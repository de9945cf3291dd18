/**
 * The text that the model reads as the result of a denied call. The denial comes first, because a reason alone, such as
 * "42", would read like a result.
 *
 * @param by default: nobody in particular, such as a rule of the app.
 */
export function denialText(reason?: string, by?: 'user'): string {
  const words = by === 'user' ? 'Tool execution denied by the user.' : 'Tool execution denied.'
  return reason === undefined ? words : `${words} Reason: ${reason}`
}
