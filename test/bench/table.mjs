/** How a line did: `info` lines have no goal; between what must be and the goal a line is near. */
function verdict({ kind, value, goal, must }) {
  if (kind === 'info') return ''
  const within = (border) => (kind === 'max' ? value <= border : value >= border)
  return within(goal) ? 'PASS' : within(must) ? 'NEAR' : 'FAIL'
}

function goalOf({ kind, goal, must }) {
  if (kind === 'info') return ''
  const sign = kind === 'max' ? '≤' : '≥'
  return `${sign} ${goal}${must === goal ? '' : ` (must ${must})`}`
}

/** Prints one line for each row, in columns. Returns how many failed. */
export function printRows(rows) {
  const cells = rows.map((row) => {
    // JSON has no Infinity: a line without a value could not be measured, because what it measures went wrong.
    const value = row.value ?? Infinity * (row.kind === 'min' ? -1 : 1)
    return [row.name, value.toFixed(2), goalOf(row), verdict({ ...row, value }), row.detail]
  })
  const widths = [0, 1, 2, 3].map((at) => Math.max(...cells.map((line) => line[at].length)))
  for (const line of cells) {
    const padded = line.map((cell, at) =>
      at === 1 ? cell.padStart(widths[at]) : cell.padEnd(widths[at] ?? 0),
    )
    console.log(`  ${padded.join('  ').trimEnd()}`)
  }
  console.log('')
  return cells.filter((line) => line[3] === 'FAIL').length
}
