/** What a function of the host gives, or undefined when it throws: a message must not take the others with it. */
export function safely<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    console.error(error)
    return undefined
  }
}
