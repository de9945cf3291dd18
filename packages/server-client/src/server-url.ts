/** The base URL without slashes at its end. */
export const serverUrl = (baseUrl: string): string => baseUrl.replace(/(?<!\/)\/+$/, '')

/** The address of all threads. */
export const threadsUrl = (baseUrl: string): string => `${serverUrl(baseUrl)}/threads`
