import type { ReactNode } from 'react'

/** Columns that one chart has at most. */
export const COLUMNS = 60
const HEIGHT = 44

export interface ColumnChartProps {
  title: string
  /** At most `COLUMNS`, in their order. */
  values: readonly number[]
  /** The figures of the chart as text, because the drawing itself is hidden from people who cannot see it. */
  children: ReactNode
}

/** A column for each value. */
export function ColumnChart({ title, values, children }: ColumnChartProps) {
  const most = Math.max(0, ...values)
  return (
    <>
      <h4 className="pt-1 text-data text-text-2">{title}</h4>
      <svg
        aria-hidden="true"
        className="w-full fill-accent"
        height={HEIGHT}
        preserveAspectRatio="none"
        viewBox={`0 0 ${values.length} ${HEIGHT}`}
      >
        {values.map((value, i) => {
          const height = value > 0 ? Math.max(1, (value / most) * HEIGHT) : 0
          return <rect key={i} x={i + 0.1} width={0.8} y={HEIGHT - height} height={height} />
        })}
      </svg>
      <p className="text-[12px] leading-4 text-text-2">{children}</p>
    </>
  )
}

export interface BarRow {
  name: string
  /** Beside the name. */
  detail?: string
  value: number
  /** The value in words. */
  label: string
}

/** A bar for each row, measured by the greatest of them. No bar where all are 0. */
export function BarChart({ title, rows }: { title: string; rows: readonly BarRow[] }) {
  const most = Math.max(0, ...rows.map(({ value }) => value))
  return (
    <>
      <h4 className="text-data text-text-2 not-first-of-type:pt-1">{title}</h4>
      <ul role="list" className="flex flex-col gap-1.5 text-[12.5px] leading-4">
        {rows.map(({ name, detail, value, label }) => (
          <li key={name}>
            <span className="flex items-baseline gap-2">
              <span className="min-w-0 truncate font-mono">{name}</span>
              <span className="min-w-0 flex-1 truncate text-text-2">{detail}</span>
              <span className="flex-none tabular-nums">{label}</span>
            </span>
            {most > 0 && (
              <svg
                aria-hidden="true"
                className="mt-0.5 h-1 w-full"
                preserveAspectRatio="none"
                viewBox="0 0 100 1"
              >
                <rect
                  width={Math.max(value > 0 ? 1 : 0, (value / most) * 100)}
                  height="1"
                  className="fill-accent"
                />
              </svg>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
