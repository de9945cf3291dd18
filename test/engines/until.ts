/** Asks until the answer is true; throws after a minute, or after `limit` ms. */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  what: string,
  limit = Number(process.env['ANTIPHON_UNTIL'] ?? 60_000),
): Promise<void> {
  const end = Date.now() + limit
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`Not within ${limit / 1000} s: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
