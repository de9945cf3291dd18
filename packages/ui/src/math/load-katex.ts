/** The part of KaTeX that is used. */
export interface Katex {
  render: (tex: string, element: HTMLElement, options: Record<string, unknown>) => void
}

let loading: Promise<Katex> | null = null

/** KaTeX, loaded with the first formula. After a failure the next formula tries again. */
export function loadKatex(): Promise<Katex> {
  loading ??= import('katex').then(
    ({ default: katex }) => katex as unknown as Katex,
    (error: unknown) => {
      loading = null
      throw error
    },
  )
  return loading
}
