/**
 * What the model reads in place of the result of a call that was denied. It says so before any reason: a reason alone, such
 * as "42", reads like a result.
 *
 * @param by default: nobody in particular, such as a rule of the app.
 */
export function denialText(reason?: string, by?: 'user'): string {
  const words = by === 'user' ? 'Tool execution denied by the user.' : 'Tool execution denied.'
  return reason === undefined ? words : `${words} Reason: ${reason}`
}
