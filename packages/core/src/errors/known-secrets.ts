/** Headers that never hold a secret. The value of any other one may: users may call theirs what they like. */
export const OPEN_HEADERS =
  /^(?:accept(?:-.+)?|content-(?:type|length|encoding|language)|user-agent|http-referer|referer|origin|x-title|anthropic-(?:version|beta|dangerous-direct-browser-access)|openai-(?:organization|project|version|model|processing-ms)|helicone-.+-enabled|x-stainless-.+)$/i

/** Parts of an address that never hold a secret. */
export const OPEN_PARAMETERS = /^(?:api-?version|version|model|deployment|stream|beta|alt)$/i

/** What of an address and its headers may be secret, each value whole and in the parts that a server could repeat alone. */
export function secretValues(request: { url: string; headers: Readonly<Record<string, string>> }): string[] {
  const found = Object.entries(request.headers).flatMap(([name, value]) =>
    OPEN_HEADERS.test(name) ? [] : [value],
  )
  if (URL.canParse(request.url)) {
    const { username, password, searchParams } = new URL(request.url)
    found.push(username, password)
    for (const [name, value] of searchParams) if (!OPEN_PARAMETERS.test(name)) found.push(value)
  }
  return found.flatMap((value) => [value, ...value.split(/[\s:;,=]+/)])
}
